import CSystemd
import Glibc

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
