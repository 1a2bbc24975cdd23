/// What a line of ``Log`` tells programs that read the journal, beside its words.
public struct LogEvent: Hashable, Sendable {
    /// Which kind of event it is, as 32 hexadecimal digits: `MESSAGE_ID` of systemd.journal-fields(7).
    public let messageID: String
    /// Fields of its own, by their names of upper-case letters and `_`.
    public let fields: [String: String]

    /// Makes an event.
    public init(messageID: String, fields: [String: String]) {
        self.messageID = messageID
        self.fields = fields
    }
}
