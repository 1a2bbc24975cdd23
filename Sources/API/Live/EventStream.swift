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

    init(_ channel: EventChannel, _ cursor: EventCursor) {
        self.channel = channel
        progress = Mutex(Progress(cursor: cursor, beats: channel.beats))
    }

    func start(_ wake: @escaping @Sendable () -> Void) {
        channel.add(self, wake)
    }

    func read(atMost limit: Int) -> StreamPortion {
        progress.withLock { channel.read(&$0.cursor, beats: &$0.beats, atMost: limit) }
    }

    func close() {
        channel.remove(self)
    }
}
