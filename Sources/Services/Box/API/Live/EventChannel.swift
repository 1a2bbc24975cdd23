import HTTPServer
import Synchronization
import Web

/// A stream of events with many subscribers, each at its own pace.
///
/// A subscriber is only a cursor: the events are stored once.
final class EventChannel: Sendable {
    private struct Content {
        var ring = EventRing()
        var beats: UInt64 = 0
        var subscribers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    /// Distinguishes the events of this run from those of an earlier one.
    private let run: String
    /// Called for each new subscriber.
    private let onSubscribe: @Sendable () -> Void
    private let content = Mutex(Content())

    /// Creates a channel; `run` identifies this run in the event identifiers.
    init(run: String, onSubscribe: @escaping @Sendable () -> Void) {
        self.run = run
        self.onSubscribe = onSubscribe
    }

    var subscriberCount: Int { content.withLock { $0.subscribers.count } }

    /// Publishes a report as one line of JSON.
    func publish(_ report: [UInt8], at uptime: Duration) { publish([(.report, report)], at: uptime) }

    /// Publishes an event and the report after it: the newest event is always a report, which a new subscriber receives
    /// first.
    func publish(_ type: EventType, json: [UInt8], followedBy report: [UInt8], at uptime: Duration) {
        publish([(type, json), (.report, report)], at: uptime)
    }

    private func publish(_ events: [(type: EventType, json: [UInt8])], at uptime: Duration) {
        content.withLock { content in
            for event in events {
                let id = "\(run)-\(content.ring.newest + 1)"
                content.ring.append(event.type.bytes(event.json, id: id), at: uptime)
            }
        }
        wake()
    }

    func sendHeartbeat() {
        content.withLock { $0.beats += 1 }
        wake()
    }

    /// Ends every stream, including later ones.
    func close() {
        content.withLock { $0.isClosed = true }
        wake()
    }

    /// Returns the stream of one subscriber, from its `Last-Event-ID` on; without an authorization, that is checked
    /// elsewhere.
    func stream(after last: String?, authorization: StreamAuthorization? = nil) -> EventStream {
        let cursor = content.withLock { content in
            number(last).map { EventCursor(content.ring, after: $0) } ?? EventCursor(content.ring)
        }
        return EventStream(channel: self, cursor: cursor, authorization: authorization)
    }

    /// Returns the next bytes of one subscriber, whose heartbeats are counted in `heartbeats`.
    func read(_ cursor: inout EventCursor, heartbeats: inout UInt64, atMost limit: Int) -> StreamChunk {
        content.withLock { content in
            guard !content.isClosed else { return .end }
            defer { heartbeats = content.beats }
            if let bytes = cursor.read(content.ring, atMost: limit) { return .bytes(bytes) }
            return heartbeats == content.beats ? .pending : .bytes(ServerSentEvent.heartbeat[...])
        }
    }

    var heartbeats: UInt64 { content.withLock { $0.beats } }

    func subscribe(_ subscriber: EventStream, wake: @escaping @Sendable () -> Void) {
        content.withLock { $0.subscribers[ObjectIdentifier(subscriber)] = wake }
        onSubscribe()
    }

    func unsubscribe(_ subscriber: EventStream) {
        content.withLock { _ = $0.subscribers.removeValue(forKey: ObjectIdentifier(subscriber)) }
    }

    private func wake() {
        // Outside the lock, since a woken subscriber may read at once.
        for wake in content.withLock({ Array($0.subscribers.values) }) { wake() }
    }

    /// Returns the number in an identifier of this run; nil for any other.
    private func number(_ id: String?) -> UInt64? {
        guard let id, id.hasPrefix(run + "-") else { return nil }
        return UInt64(id.dropFirst(run.count + 1))
    }
}

/// The events of a channel for one subscriber.
final class EventStream: ByteStream {
    private struct Progress {
        var cursor: EventCursor
        var beats: UInt64
    }

    private let channel: EventChannel
    private let progress: Mutex<Progress>
    private let authorization: StreamAuthorization?

    var isSentOnWake: Bool { true }

    init(channel: EventChannel, cursor: EventCursor, authorization: StreamAuthorization?) {
        self.channel = channel
        self.authorization = authorization
        progress = Mutex(Progress(cursor: cursor, beats: channel.heartbeats))
    }

    func start(_ wake: @escaping @Sendable () -> Void) { channel.subscribe(self, wake: wake) }

    func read(atMost limit: Int) -> StreamChunk {
        guard authorization?.isValid ?? true else { return .end }
        return progress.withLock { channel.read(&$0.cursor, heartbeats: &$0.beats, atMost: limit) }
    }

    func close() { channel.unsubscribe(self) }
}

enum EventType: String, CaseIterable {
    case report
    case place
    /// The number of events that a subscriber has missed.
    case missed

    /// Returns the event with one line of JSON.
    func bytes(_ json: [UInt8], id: String? = nil) -> [UInt8] { ServerSentEvent.bytes(rawValue, json: json, id: id) }
}
