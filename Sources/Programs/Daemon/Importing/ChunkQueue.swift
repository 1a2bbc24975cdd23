import Linux
import Location
import Synchronization

/// Hands portions of points from the thread that reads a file to the one that loads them; it holds one at most, so that
/// the memory of both stays the same however long the file is.
final class ChunkQueue: Sendable {
    private struct Content {
        var portion: [TrackPoint]?
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let arrival: EventFD
    private let departure: EventFD

    /// Makes an empty queue.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        arrival = try EventFD()
        departure = try EventFD()
    }

    /// Puts a portion in, and waits for room; answers false when nobody takes any more.
    func enqueue(_ portion: [TrackPoint]) -> Bool {
        while true {
            let isIn: Bool? = content.withLock { content in
                guard !content.isClosed else { return false }
                guard content.portion == nil else { return nil }
                content.portion = portion
                return true
            }
            if isIn == true { arrival.signal() }
            if let isIn { return isIn }
            _ = Poll.wait([.readable(departure.descriptor)])
            departure.clear()
        }
    }

    /// Waits for a portion; nil when the queue is closed and empty.
    func dequeue() -> [TrackPoint]? {
        while true {
            let (portion, isClosed) = content.withLock { content in
                defer { content.portion = nil }
                return (content.portion, content.isClosed)
            }
            if portion != nil { departure.signal() }
            if portion != nil || isClosed { return portion }
            _ = Poll.wait([.readable(arrival.descriptor)])
            arrival.clear()
        }
    }

    /// Lets nothing more in, from either side.
    func close() {
        content.withLock { $0.isClosed = true }
        arrival.signal()
        departure.signal()
    }
}
