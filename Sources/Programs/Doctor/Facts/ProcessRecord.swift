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
    init(pid: Int, name: String, arguments: [String] = [], credentials: ProcessCredentials = ProcessCredentials(user: 0)) {
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
