import CSystemd
import Glibc

/// A message to the journal in fields, as systemd.journal-fields(7) names them.
struct JournalEntry {
    /// The fields, each as `NAME=value`.
    let fields: [String]

    /// Makes a message; the journal shows `sender` as who has sent it.
    init(_ priority: Log.Priority, _ message: String, event: LogEvent?, sender: String) {
        let own = event.map { event in
            ["MESSAGE_ID=\(event.messageID)"] + event.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        }
        fields =
            ["MESSAGE=\(message)", "PRIORITY=\(priority.rawValue)", "SYSLOG_IDENTIFIER=\(sender)"]
            + (own ?? [])
    }

    /// Hands it to the journal; answers whether that went well.
    func send() -> Bool {
        var bytes = fields.flatMap(\.utf8)
        let lengths = fields.map(\.utf8.count)
        // Each part lies within the buffer, which outlives the call, as the lengths are those it was put together of;
        // the call reads only.
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
