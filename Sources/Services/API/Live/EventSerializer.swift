/// Server-sent events as text (HTML Living Standard, section 9.2).
enum EventSerializer {
    /// A line that means nothing, so that both ends notice when the other is gone.
    static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// What an event is about.
    enum Kind: String {
        /// All that is known.
        case report
        /// Something that has happened at a place.
        case place
    }

    /// An event with one line of JSON.
    static func event(_ kind: Kind, json: [UInt8], id: String) -> [UInt8] {
        Array("id: \(id)\nevent: \(kind.rawValue)\ndata: ".utf8) + json + [0x0A, 0x0A]
    }

    /// Says how many events a client was not told of.
    static func missed(_ count: UInt64) -> [UInt8] {
        Array("event: missed\ndata: {\"missed\":\(count)}\n\n".utf8)
    }
}
