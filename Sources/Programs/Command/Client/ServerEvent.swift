/// An event that a server has sent (HTML Living Standard, section 9.2).
struct ServerEvent: Hashable, Sendable {
    /// Its kind, `message` where it does not say.
    var kind = "message"
    /// What it holds; lines are parted by line feeds.
    var data: [UInt8]
    /// What a client says that comes back; nil where none was ever given.
    var id: String?
}
