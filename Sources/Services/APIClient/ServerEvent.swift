/// An event that a server has sent (HTML Living Standard, section 9.2).
public struct ServerEvent: Hashable, Sendable {
    /// Its kind, `message` where it does not say.
    public var kind = "message"
    /// What it holds; lines are parted by line feeds.
    public var data: [UInt8]
    /// What a client says that comes back; nil where none was ever given.
    public var id: String?

    /// Makes an event.
    public init(kind: String = "message", data: [UInt8], id: String? = nil) {
        self.kind = kind
        self.data = data
        self.id = id
    }
}
