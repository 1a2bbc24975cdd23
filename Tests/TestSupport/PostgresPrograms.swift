import FoundationEssentials
import Glibc
import Linux

/// The programs of PostgreSQL, run as a user that it accepts.
enum PostgresPrograms {
    /// Their folder; nil if the server is not installed.
    static let folder: String? = {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
        let folders = versions.sorted(by: >).map { "\(root)/\($0)/bin" } + ["/usr/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    private static let isRoot = geteuid() == 0
    /// Debian's package creates the first; the second is on every system.
    private static let user =
        ["postgres", "nobody"].first { (name: String) in unsafe getpwnam(name) != nil } ?? "nobody"

    /// Makes that user the owner of a directory.
    ///
    /// - Throws: ``SystemError`` if it cannot.
    static func giveAway(_ path: String) throws {
        guard isRoot else { return }
        guard try ChildProcess("/bin/chown", [user, path]).wait(atMost: .seconds(10)) == .exited(0) else {
            throw SystemError("chown", path, code: EPERM)
        }
    }

    /// Starts a program of PostgreSQL.
    ///
    /// - Throws: ``SystemError`` if it is not installed.
    static func start(_ name: String, _ arguments: [String], log: String) throws -> ChildProcess {
        guard let folder else { throw SystemError(name, "PostgreSQL", code: ENOENT) }
        let command = [folder + "/" + name] + arguments
        guard isRoot else { return try ChildProcess(command[0], arguments, output: log, errors: log) }
        // setpriv becomes the program, which so has the id of the child.
        let options = ["--reuid=\(user)", "--regid=nogroup", "--clear-groups"]
        return try ChildProcess("/usr/bin/setpriv", options + command, output: log, errors: log)
    }

    /// Runs a program to its end.
    ///
    /// - Throws: ``SystemError`` with what it printed, unless it succeeds within a minute.
    static func run(_ name: String, _ arguments: [String], log: String) throws {
        let status = try start(name, arguments, log: log).wait(atMost: .seconds(60))
        guard status == .exited(0) else {
            let text = (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data()
            throw SystemError(name, String(decoding: text.suffix(1000), as: UTF8.self), code: EIO)
        }
        try? FileManager.default.removeItem(atPath: log)
    }
}
