import HTTPServer
import Synchronization

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
