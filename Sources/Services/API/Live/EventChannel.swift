import Basics
import HTTPServer
import Location
import Synchronization

/// Events that many clients follow, each at its own pace.
///
/// A client costs a cursor: the events are kept once for all of them.
final class EventChannel: Sendable {
    private struct Content {
        var ring = EventRing()
        var beats: UInt64 = 0
        var viewers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    /// Tells the events of this run from those of an earlier one.
    private let run: String
    /// Told of each client that begins to follow.
    private let onSubscribe: @Sendable () -> Void
    private let content = Mutex(Content())

    /// A channel without events.
    ///
    /// - Parameters:
    ///   - run: tells this run from others, in the identifiers of events.
    ///   - joined: told of each client that begins to follow.
    init(run: String, onSubscribe: @escaping @Sendable () -> Void) {
        self.run = run
        self.onSubscribe = onSubscribe
    }

    /// How many follow.
    var subscriberCount: Int { content.withLock { $0.viewers.count } }

    /// Tells all of a new report, as one line of JSON.
    func publish(_ report: [UInt8], at uptime: Duration) {
        publish([(.report, report)], at: uptime)
    }

    /// Tells all of something that has happened, and of the report after it: the newest event is always a report, which
    /// whoever comes for the first time is told.
    func publish(_ kind: EventSerializer.Kind, json: [UInt8], followedBy report: [UInt8], at uptime: Duration) {
        publish([(kind, json), (.report, report)], at: uptime)
    }

    private func publish(_ events: [(kind: EventSerializer.Kind, json: [UInt8])], at uptime: Duration) {
        content.withLock { content in
            for event in events {
                let id = "\(run)-\(content.ring.newest + 1)"
                content.ring.append(EventSerializer.event(event.kind, json: event.json, id: id), at: uptime)
            }
        }
        wake()
    }

    /// Tells all that the server is still there.
    func sendHeartbeat() {
        content.withLock { $0.beats += 1 }
        wake()
    }

    /// Ends every stream, those to come too.
    func close() {
        content.withLock { $0.isClosed = true }
        wake()
    }

    /// The events for one client.
    ///
    /// - Parameters:
    ///   - last: what it says that it had last, its `Last-Event-ID`; nil where it comes for the first time.
    ///   - permit: asked before each event; nil where that is seen to elsewhere.
    /// - Returns: the stream.
    func stream(after last: String?, authorization: StreamAuthorization? = nil) -> EventStream {
        let cursor = content.withLock { content in
            number(last).map { EventCursor(content.ring, after: $0) } ?? EventCursor(content.ring)
        }
        return EventStream(channel: self, cursor: cursor, authorization: authorization)
    }

    /// What one client is told next; its heartbeats are counted in `beats`.
    func read(_ cursor: inout EventCursor, heartbeats: inout UInt64, atMost limit: Int) -> StreamChunk {
        content.withLock { content in
            guard !content.isClosed else { return .end }
            defer { heartbeats = content.beats }
            if let bytes = cursor.read(content.ring, atMost: limit) { return .bytes(bytes) }
            return heartbeats == content.beats ? .pending : .bytes(EventSerializer.heartbeat[...])
        }
    }

    /// The heartbeats so far.
    var heartbeats: UInt64 { content.withLock { $0.beats } }

    func subscribe(_ viewer: EventStream, wake: @escaping @Sendable () -> Void) {
        content.withLock { $0.viewers[ObjectIdentifier(viewer)] = wake }
        onSubscribe()
    }

    func unsubscribe(_ viewer: EventStream) {
        content.withLock { _ = $0.viewers.removeValue(forKey: ObjectIdentifier(viewer)) }
    }

    private func wake() {
        // Outside the lock, since whoever is woken may read at once.
        for wake in content.withLock({ Array($0.viewers.values) }) { wake() }
    }

    /// The number in an identifier of this run; nil in all others.
    private func number(_ id: String?) -> UInt64? {
        guard let id, id.hasPrefix(run + "-") else { return nil }
        return UInt64(id.dropFirst(run.count + 1))
    }
}

/// The events of a channel on their way to one client.
final class EventStream: ByteStream {
    private struct Progress {
        var cursor: EventCursor
        var beats: UInt64
    }

    private let channel: EventChannel
    private let progress: Mutex<Progress>
    private let permit: StreamAuthorization?

    /// - Parameters:
    ///   - channel: what is followed.
    ///   - cursor: from where on.
    ///   - permit: asked before each event; nil where that is seen to elsewhere.
    init(channel: EventChannel, cursor: EventCursor, authorization permit: StreamAuthorization?) {
        self.channel = channel
        self.permit = permit
        progress = Mutex(Progress(cursor: cursor, beats: channel.heartbeats))
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        channel.subscribe(self, wake: wake)
    }

    func read(atMost limit: Int) -> StreamChunk {
        guard permit?.isValid ?? true else { return .end }
        return progress.withLock { channel.read(&$0.cursor, heartbeats: &$0.beats, atMost: limit) }
    }

    func close() {
        channel.unsubscribe(self)
    }
}

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
