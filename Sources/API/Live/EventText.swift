/// Server-sent events as text (HTML Living Standard, section 9.2).
enum EventText {
    /// A line that means nothing, so that both ends notice when the other is gone.
    static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// An event with a report, one line of JSON.
    static func report(_ json: [UInt8], id: String) -> [UInt8] {
        Array("id: \(id)\nevent: report\ndata: ".utf8) + json + [0x0A, 0x0A]
    }

    /// Says how many events a client was not told of.
    static func missed(_ count: UInt64) -> [UInt8] {
        Array("event: missed\ndata: {\"missed\":\(count)}\n\n".utf8)
    }
}
