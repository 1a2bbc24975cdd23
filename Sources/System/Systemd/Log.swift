import Basics
import Glibc

/// The program's log: entries with fields if standard error leads to the journal, lines on standard error otherwise.
public enum Log {
    /// The severity of a line, by syslog(3).
    public enum Priority: Int, Sendable {
        /// A failure that the user has to fix.
        case error = 3
        /// A condition that may need attention.
        case warning = 4
        /// A change of state.
        case notice = 5
        /// An event of normal operation.
        case info = 6
    }

    /// The program's name, which the journal shows also as the source of lines from standard error.
    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "whereismyd"

    /// True if standard error leads to the journal, and lines may have the prefixes of sd-daemon(3).
    public static var isJournal: Bool { JournalStream.isStandardError }

    /// Writes one line in a single call, so that those of several threads do not mix; the event has fields for
    /// programs.
    public static func write(_ priority: Priority, _ message: String, event: LogEvent? = nil) {
        guard !isJournal || !JournalEntry(priority, text(message), event: event, sender: program).send() else { return }
        writeLine(priority, message)
    }

    /// Writes the last line of a program that exits immediately.
    ///
    /// The journal looks up the sender of an entry with fields after it has arrived, and would not find a process that
    /// has exited; standard error is known to belong to the service.
    public static func writeLast(_ priority: Priority, _ message: String) {
        writeLine(priority, message)
    }

    private static func writeLine(_ priority: Priority, _ message: String) {
        let bytes = line(priority, message, prefixed: isJournal)
        // The array outlives the call; a closed standard error leaves no one to report to.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Returns one line with its line end; no part of it can pass for another line.
    static func line(_ priority: Priority, _ message: String, prefixed: Bool) -> [UInt8] {
        Array("\(prefixed ? "<\(priority.rawValue)>" : "")\(text(message))\n".utf8)
    }

    /// Returns one line without control characters that a terminal would interpret.
    static func text(_ message: String) -> String {
        message.split(separator: "\n").map { PrintableText.sanitized($0) }.joined(separator: "; ")
    }
}

/// The machine-readable part of a line of ``Log``.
public struct LogEvent: Hashable, Sendable {
    /// The kind of event as 32 hexadecimal digits: `MESSAGE_ID` of systemd.journal-fields(7).
    public let messageID: String
    /// Additional fields by name: upper-case letters and `_`.
    public let fields: [String: String]

    /// Creates an event.
    public init(messageID: String, fields: [String: String]) {
        self.messageID = messageID
        self.fields = fields
    }
}
