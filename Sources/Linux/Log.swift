import CLinux
import Glibc
import Location

/// Lines on standard error, with the priority prefixes of sd-daemon(3) where the journal takes them off again.
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

    /// Writes one line in one call, so that lines of several threads do not mix.
    public static func write(_ priority: Priority, _ message: String) {
        let bytes = line(priority, message, prefixed: JournalStream.isStandardError)
        // The array outlives the call; where standard error is gone there is nobody left to tell.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// One line with its end, in which nothing can be taken for another line or obeyed by a terminal.
    static func line(_ priority: Priority, _ message: String, prefixed: Bool) -> [UInt8] {
        let text = message.split(separator: "\n").map { PrintableText.text($0) }.joined(separator: "; ")
        return Array("\(prefixed ? "<\(priority.rawValue)>" : "")\(text)\n".utf8)
    }
}
