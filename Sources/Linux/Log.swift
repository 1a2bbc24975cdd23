import CLinux
import Glibc

/// Lines for the journal: standard error with the priority prefixes of sd-daemon(3).
public enum Log {
    /// How much a line matters, by syslog(3).
    public enum Priority: Int, Sendable {
        /// Something the user has to mend.
        case error = 3
        /// Something that may need a look.
        case warning = 4
        /// A change of state.
        case notice = 5
        /// What happened, for the record.
        case info = 6
    }

    /// People at a terminal need no priorities.
    private static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes one line in one call, so that lines of several threads do not mix.
    public static func write(_ priority: Priority, _ message: String) {
        let prefix = isTerminal ? "" : "<\(priority.rawValue)>"
        let line = message.split(separator: "\n").joined(separator: "; ")
        let bytes = Array("\(prefix)\(line)\n".utf8)
        // The array outlives the call; where standard error is gone there is nobody left to tell.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
