import Basics
import Glibc
import Linux

/// Lines for whoever runs the program: fields to the journal where standard error leads there, else standard error.
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

    /// The name of the program, which the journal shows as the sender of what comes by standard error too.
    private static let program =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "whereismyd"

    /// Whether standard error leads to the journal, and lines may have the prefixes of sd-daemon(3).
    public static var isJournal: Bool { JournalStream.isStandardError }

    /// Writes one line in one call, so that lines of several threads do not mix.
    ///
    /// - Parameters:
    ///   - priority: How much it matters.
    ///   - message: What there is to say.
    ///   - event: What it tells programs that read the journal; nil where it is for people alone.
    public static func write(_ priority: Priority, _ message: String, event: LogEvent? = nil) {
        guard !isJournal || !JournalEntry(priority, text(message), event: event, sender: program).send() else { return }
        writeLine(priority, message)
    }

    /// Writes the last line of a program that ends at once.
    ///
    /// The journal looks up whose a message in fields is after it has come, and would not find a process that has gone;
    /// standard error is known to be this service's.
    public static func writeLast(_ priority: Priority, _ message: String) {
        writeLine(priority, message)
    }

    private static func writeLine(_ priority: Priority, _ message: String) {
        let bytes = line(priority, message, prefixed: isJournal)
        // The array outlives the call; where standard error is gone there is nobody left to tell.
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// One line with its end, in which nothing can be taken for another line.
    static func line(_ priority: Priority, _ message: String, prefixed: Bool) -> [UInt8] {
        Array("\(prefixed ? "<\(priority.rawValue)>" : "")\(text(message))\n".utf8)
    }

    /// One line, in which nothing is obeyed by a terminal.
    static func text(_ message: String) -> String {
        message.split(separator: "\n").map { PrintableText.sanitized($0) }.joined(separator: "; ")
    }
}
