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
