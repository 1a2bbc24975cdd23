import Basics
import Linux
import Location

/// Lines for the journal, of small services that systemd runs: standard error with the prefixes of sd-daemon(3).
public enum ServiceLog {
    /// How much a line matters, by syslog(3).
    public enum Priority: Int, Sendable {
        /// Something that may need a look.
        case warning = 4
        /// What happened, for the record.
        case info = 6
    }

    /// Writes a line, in which nothing is obeyed by a terminal.
    public static func write(_ priority: Priority, _ message: String) {
        // Where standard error is gone there is nobody left to tell.
        try? StandardStream.error.write(Array("<\(priority.rawValue)>\(PrintableText.sanitized(message))\n".utf8))
    }
}
