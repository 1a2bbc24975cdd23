import Linux

/// A process, as in `/proc` (proc(5)).
struct ProcessRecord: Hashable, Sendable {
    let pid: Int
    /// The name of its program, at most 15 bytes.
    let name: String
    /// The arguments, the program's name first.
    var arguments: [String] = []
    var credentials = ProcessCredentials(user: 0)
}

extension ProcessRecord {
    /// Parses the files `status` and `cmdline`; nil without a user.
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

    /// The real, effective, saved and file system IDs of `Uid`, or all of `Groups`.
    private static func numbers(_ field: String?) -> [UInt32] {
        (field ?? "").split { $0 == "\t" || $0 == " " }.compactMap { UInt32($0) }
    }
}

/// The user and groups of a process, which decide on its access to files.
struct ProcessCredentials: Hashable, Sendable {
    /// A kind of access: the bits of one class of a mode.
    struct Access: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        static let read = Access(rawValue: 4)
        static let write = Access(rawValue: 2)
        /// Searches a directory, or executes a file.
        static let search = Access(rawValue: 1)
    }

    /// The user ID; root is 0.
    var user: UInt32
    var groups: Set<UInt32> = []

    /// Returns true if the mode of a file allows the access; ignores access control lists.
    func isAllowed(_ use: Access, on file: FileStatus) -> Bool {
        guard user != 0 else { return true }
        // The first class that fits is the one that counts (path_resolution(7)).
        let shift: UInt32 = file.owner == user ? 6 : groups.contains(file.group) ? 3 : 0
        return Access(rawValue: file.mode >> shift & 7).isSuperset(of: use)
    }
}
