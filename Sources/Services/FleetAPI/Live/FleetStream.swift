import HTTPServer
import Synchronization
import Web

/// The server-sent events of one client, which the thread of the feed sends.
final class FleetStream: ByteStream {
    /// The maximum of waiting bytes, twice a list of 10,000 devices; a client that reads no faster has to begin anew.
    private static let maxPendingBytes = 1 << 23

    private struct Content {
        var buffer = StreamBuffer(limit: FleetStream.maxPendingBytes)
        var wake: @Sendable () -> Void = {}
    }

    private let content = Mutex(Content())
    private let onStart: @Sendable (FleetStream) -> Void
    private let onClose: @Sendable (FleetStream) -> Void

    /// - Parameters:
    ///   - onStart: called once the client is connected.
    ///   - onClose: called once it has gone.
    init(
        onStart: @escaping @Sendable (FleetStream) -> Void, onClose: @escaping @Sendable (FleetStream) -> Void
    ) {
        (self.onStart, self.onClose) = (onStart, onClose)
    }

    /// Sends an event, or a comment; a client that has not read the earlier ones is disconnected.
    func send(_ event: [UInt8]) {
        let wake = content.withLock { content in
            if case .full = content.buffer.append(event) { content.buffer.finish(with: .failed) }
            return content.wake
        }
        wake()
    }

    /// Ends the stream after what was sent.
    func end() {
        let wake = content.withLock { content in
            content.buffer.finish(with: .end)
            return content.wake
        }
        wake()
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        content.withLock { $0.wake = wake }
        onStart(self)
    }

    func read(atMost limit: Int) -> StreamChunk {
        content.withLock { $0.buffer.read(atMost: limit) }
    }

    func close() {
        content.withLock { content in
            content.buffer.close()
            content.wake = {}
        }
        onClose(self)
    }
}

/// Serializes the events of a fleet (HTML Living Standard, section 9.2).
enum FleetEvent: String, CaseIterable {
    /// All devices that the viewer may see; replaces what was sent before.
    case devices
    /// The devices that have changed.
    case change
    /// Something that a device did: entered or left a place, fell silent, came back.
    case event
    /// The report of the only device, on its own stream.
    case report
    /// An event at a place, on the stream of one device.
    case place
    /// The database is away; what was sent before is no longer current until the next `devices` or `report`.
    case unavailable

    /// A comment line, by which both ends detect a lost connection.
    static let heartbeat = Array(": heartbeat\n\n".utf8)

    /// Returns the event with one line of JSON.
    func bytes(_ json: [UInt8]) -> [UInt8] {
        Array("event: \(rawValue)\ndata: ".utf8) + json + [0x0A, 0x0A]
    }
}
