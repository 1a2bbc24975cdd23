/// Serializes server-sent events (HTML Living Standard, section 9.2).
package enum ServerSentEvent {
    /// The interval between comments, by which both ends detect a lost connection.
    package static let heartbeatInterval: Duration = .seconds(15)
    /// Such a comment.
    package static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// Returns an event with one line of JSON.
    package static func bytes(_ type: String, json: [UInt8], id: String? = nil) -> [UInt8] {
        Array("\(id.map { "id: \($0)\n" } ?? "")event: \(type)\ndata: ".utf8) + json + [0x0A, 0x0A]
    }
}
