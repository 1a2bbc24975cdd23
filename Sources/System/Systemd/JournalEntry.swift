import CSystemd
import Glibc
import Linux

/// A message to the journal with fields, named by systemd.journal-fields(7).
struct JournalEntry {
    /// The fields, each as `NAME=value`.
    let fields: [String]

    /// Creates a message; the journal shows `sender` as its source.
    init(_ priority: Log.Priority, _ message: String, event: LogEvent?, sender: String) {
        let own = event.map { event in
            ["MESSAGE_ID=\(event.messageID)"] + event.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        }
        fields =
            ["MESSAGE=\(message)", "PRIORITY=\(priority.rawValue)", "SYSLOG_IDENTIFIER=\(sender)"]
            + (own ?? [])
    }

    /// Sends the message; returns true on success.
    func send() -> Bool {
        var bytes = fields.flatMap(\.utf8)
        let lengths = fields.map(\.utf8.count)
        // Each part lies within the buffer, which outlives the call: the lengths are those of the joined fields. The
        // call only reads.
        return unsafe bytes.withUnsafeMutableBytes { buffer in
            var start = 0
            var parts = unsafe [iovec]()
            for length in lengths {
                unsafe parts.append(iovec(iov_base: buffer.baseAddress?.advanced(by: start), iov_len: length))
                start += length
            }
            return unsafe sd_journal_sendv(parts, Int32(parts.count)) == 0
        }
    }
}

/// Detection of standard error that leads to the journal (systemd.exec(5), `JOURNAL_STREAM`).
enum JournalStream {
    /// True if standard error of this process leads to the journal.
    static let isStandardError: Bool = {
        var status = stat()
        // The kernel fills one value.
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        let variable = ProcessEnvironment.variables["JOURNAL_STREAM"]
        return isNamed(by: variable, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }()

    /// Returns true if the variable names this file: a redirection of standard error leaves the variable in place.
    static func isNamed(by variable: String?, device: UInt64, inode: UInt64) -> Bool {
        variable == "\(device):\(inode)"
    }
}
