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
    private let permit: Permit?

    /// - Parameters:
    ///   - channel: what is followed.
    ///   - cursor: from where on.
    ///   - permit: asked before each event; nil where that is seen to elsewhere.
    init(_ channel: EventChannel, _ cursor: EventCursor, _ permit: Permit?) {
        self.channel = channel
        self.permit = permit
        progress = Mutex(Progress(cursor: cursor, beats: channel.beats))
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        channel.add(self, wake)
    }

    func read(atMost limit: Int) -> StreamPortion {
        guard permit?.isGood ?? true else { return .end }
        return progress.withLock { channel.read(&$0.cursor, beats: &$0.beats, atMost: limit) }
    }

    func close() {
        channel.remove(self)
    }
}
