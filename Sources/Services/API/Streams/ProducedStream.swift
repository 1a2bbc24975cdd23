import Basics
import HTTPServer
import Linux
import Location
import Synchronization
import Systemd

/// A body that a thread makes while the client reads it, and no faster than the client does.
final class ProducedStream: ByteStream {
    /// Bytes that may wait for the client before the thread has to wait too.
    private static let maxBufferedBytes = 1 << 17

    private struct Content {
        var buffer = StreamBuffer(limit: ProducedStream.maxBufferedBytes)
        var patience = StallTimeout()
        var wake: @Sendable () -> Void = {}
        var work: (@Sendable () -> Void)?
    }

    private let content = Mutex(Content())
    private let room: EventFD
    private let slot: ConcurrencyLimiter.Slot

    /// Makes a stream that begins its work when it is started.
    ///
    /// - Parameters:
    ///   - slot: leave to run a thread, given back when the work or the stream is over.
    ///   - produce: gives what there is to `write`; where it throws, the connection is cut.
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init(_ slot: ConcurrencyLimiter.Slot, _ produce: @escaping @Sendable (_ output: Output) throws -> Void) throws(SystemError)
    {
        room = try EventFD()
        self.slot = slot
        content.withLock { content in
            content.work = { [weak self] in
                guard let self else { return }
                do {
                    try produce(Output(stream: self))
                    finish(.end)
                } catch {
                    if !(error is AbandonedError) { Log.write(.warning, "an answer was cut short: \(error)") }
                    finish(.failed)
                }
                slot.release()
            }
        }
    }

    /// Where the work writes to.
    struct Output {
        fileprivate let stream: ProducedStream

        /// Hands bytes on; waits while the client is behind.
        ///
        /// - Throws: ``AbandonedError`` where nobody reads any more.
        func write(_ bytes: [UInt8]) throws(AbandonedError) {
            try stream.append(bytes)
        }
    }

    /// Nobody reads any more.
    struct AbandonedError: Error {}

    func start(_ wake: @escaping @Sendable () -> Void) {
        let work = content.withLock { content in
            content.wake = wake
            return content.work.take()
        }
        guard let work else { return }
        // Kept alive by the thread until the work is done.
        do throws(SystemError) {
            _ = try WorkerThread(name: "query") { [self] in withExtendedLifetime(self, work) }
        } catch {
            Log.write(.warning, "\(error)")
            finish(.failed)
            slot.release()
        }
    }

    func read(atMost limit: Int) -> StreamChunk {
        let (portion, hasRoom) = content.withLock { content in
            let wasFull = content.buffer.isFull
            let portion = content.buffer.read(atMost: limit)
            return (portion, wasFull && !content.buffer.isFull)
        }
        if hasRoom { room.signal() }
        return portion
    }

    func close() {
        let neverStarted = content.withLock { content in
            content.buffer.close()
            return content.work.take() != nil
        }
        if neverStarted { slot.release() }
        room.signal()
    }

    private func append(_ bytes: [UInt8]) throws(AbandonedError) {
        while true {
            room.clear()
            switch content.withLock({ ($0.buffer.append(bytes), $0.wake) }) {
            case (.accepted, let wake):
                content.withLock { $0.patience.record(bytes: bytes.count) }
                return wake()
            case (.closed, _): throw AbandonedError()
            case (.full, _): try waitForRoom()
            }
        }
    }

    private func waitForRoom() throws(AbandonedError) {
        guard let patience = content.withLock({ $0.patience.remaining }) else { throw AbandonedError() }
        let start = SystemClock.uptime
        guard Poll.wait([.readable(room.descriptor)], timeout: patience) == [true] else { throw AbandonedError() }
        content.withLock { $0.patience.record(wait: SystemClock.uptime - start) }
    }

    private func finish(_ ending: StreamChunk) {
        let wake = content.withLock { content in
            content.buffer.finish(with: ending)
            return content.wake
        }
        wake()
    }
}

/// How long a reader who is slow is waited for: who takes a few bytes now and then would keep a thread and a view of the
/// history for ever.
struct StallTimeout {
    /// What a reader may take without having read anything, all waits together.
    static let credit: Duration = .seconds(60)
    /// The longest of one wait.
    static let maxWait: Duration = .seconds(30)
    /// Bytes a second that earn more time: a tenth of what a bad mobile connection has.
    static let minBytesPerSecond = 4096

    private var waited: Duration = .zero
    private var written = 0

    /// How long to wait now; nil where it has been long enough.
    var remaining: Duration? {
        let rest = Self.credit + .milliseconds(Int64(written) * 1000 / Int64(Self.minBytesPerSecond)) - waited
        return rest > .zero ? min(rest, Self.maxWait) : nil
    }

    /// So many bytes went on their way.
    mutating func record(bytes: Int) {
        written += bytes
    }

    /// So long was waited.
    mutating func record(wait: Duration) {
        waited += max(.zero, wait)
    }
}
