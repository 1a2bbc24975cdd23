import Linux

/// A process, as `/proc` tells of it (proc(5)).
struct ProcessRecord: Hashable, Sendable {
    /// Its number.
    let pid: Int
    /// What its program is called, at most 15 bytes of it.
    let name: String
    /// What it was started with, the program's name first.
    let arguments: [String]
    /// Who it is.
    let credentials: ProcessCredentials

    /// Makes one from its parts.
    init(
        pid: Int, name: String, arguments: [String] = [], credentials: ProcessCredentials = ProcessCredentials(user: 0)
    ) {
        self.pid = pid
        self.name = name
        self.arguments = arguments
        self.credentials = credentials
    }

    /// Reads the files `status` and `cmdline`; nil where they do not say who it is.
    init?(pid: Int, status: String, commandLine: [UInt8]) {
        let fields = Dictionary(status.split(separator: "\n").compactMap(Self.field)) { first, _ in first }
        guard let name = fields["Name"], let user = Self.numbers(fields["Uid"]).dropFirst().first,
            let group = Self.numbers(fields["Gid"]).dropFirst().first
        else { return nil }
        self.pid = pid
        self.name = name
        arguments = commandLine.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        credentials = ProcessCredentials(user: user, groups: Set(Self.numbers(fields["Groups"]) + [group]))
    }

    private static func field(_ line: Substring) -> (String, String)? {
        let parts = line.split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1].drop { $0 == "\t" || $0 == " " })) : nil
    }

    /// The real, effective, saved and file system's number of `Uid`, or all of `Groups`.
    private static func numbers(_ field: String?) -> [UInt32] {
        (field ?? "").split { $0 == "\t" || $0 == " " }.compactMap { UInt32($0) }
    }
}

/// Who somebody is to the kernel, and so what they may do to a file.
struct ProcessCredentials: Hashable, Sendable {
    /// What is done to a file: the bits of one class of its mode.
    struct Access: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        static let read = Access(rawValue: 4)
        static let write = Access(rawValue: 2)
        /// To look into a directory.
        static let search = Access(rawValue: 1)
    }

    /// The number of the user; root is 0.
    var user: UInt32
    /// The numbers of their groups.
    var groups: Set<UInt32> = []

    /// Whether they may do all of that to a file, by its mode alone: access control lists are not looked at.
    func isAllowed(_ use: Access, on file: FileStatus) -> Bool {
        guard user != 0 else { return true }
        // The first class that fits is the one that counts (path_resolution(7)).
        let shift: UInt32 = file.owner == user ? 6 : groups.contains(file.group) ? 3 : 0
        return Access(rawValue: file.mode >> shift & 7).isSuperset(of: use)
    }
}
