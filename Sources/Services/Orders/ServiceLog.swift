import Basics
import Linux

/// The log of small systemd services: standard error with the prefixes of sd-daemon(3), without them on a terminal.
public enum ServiceLog {
    /// The priority of a line, as in syslog(3).
    public enum Priority: Int, Sendable {
        /// A warning.
        case warning = 4
        /// Information.
        case info = 6
    }

    /// Writes a line without control characters.
    public static func write(_ priority: Priority, _ message: String) {
        // Without standard error there is nowhere to log to.
        let prefix = StandardStream.error.isTerminal ? "" : "<\(priority.rawValue)>"
        try? StandardStream.error.write(Array("\(prefix)\(PrintableText.sanitized(message))\n".utf8))
    }
}
