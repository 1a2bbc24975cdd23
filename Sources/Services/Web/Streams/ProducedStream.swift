package import HTTPServer
package import Linux
import Synchronization

/// A body that a thread produces at the pace of the client.
package final class ProducedStream: ByteStream {
    /// The maximum of buffered bytes before the thread waits for the client.
    private static let maxBufferedBytes = 1 << 17

    private struct Content {
        var buffer = StreamBuffer(limit: ProducedStream.maxBufferedBytes)
        var stallTimeout = StallTimeout()
        var wake: @Sendable () -> Void = {}
        var work: (@Sendable () -> Void)?
    }

    private let content = Mutex(Content())
    private let room: WakeSignal
    private let slot: ConcurrencyLimiter.Slot
    private let log: RequestLog
    private let isValid: @Sendable () -> Bool

    /// Creates a stream whose work starts with the first read.
    ///
    /// - Parameters:
    ///   - slot: the thread's slot, released when the work or the stream ends.
    ///   - log: receives a failure of the work.
    ///   - isValid: is called before each write, by the thread; the stream ends if it is false.
    ///   - produce: writes the content; if it throws, the connection is closed.
    /// - Throws: ``SystemError`` if no file descriptor is left.
    package init(
        _ slot: ConcurrencyLimiter.Slot, log: RequestLog = RequestLog(),
        isValid: @escaping @Sendable () -> Bool = { true },
        produce: @escaping @Sendable (_ output: Output) throws -> Void
    ) throws(SystemError) {
        room = try WakeSignal()
        self.slot = slot
        self.log = log
        self.isValid = isValid
        content.withLock { content in
            content.work = { [weak self] in
                guard let self else { return }
                do {
                    try produce(Output(stream: self))
                    finish(.end)
                } catch {
                    if !(error is AbandonedError) { log.report("response aborted: \(error)") }
                    finish(.failed)
                }
                slot.release()
            }
        }
    }

    /// The output of the work.
    package struct Output {
        fileprivate let stream: ProducedStream

        /// Appends bytes; waits while the buffer is full.
        ///
        /// - Throws: ``AbandonedError`` if the client has left, or may no longer read this.
        package func write(_ bytes: [UInt8]) throws(AbandonedError) {
            guard stream.isValid() else { throw AbandonedError() }
            try stream.append(bytes)
        }
    }

    /// Thrown when the client has left, or may no longer read the response.
    package struct AbandonedError: Error {}

    package func start(_ wake: @escaping @Sendable () -> Void) {
        let work = content.withLock { content in
            content.wake = wake
            return content.work.take()
        }
        guard let work else { return }
        // The thread retains the stream until the work is done.
        do throws(SystemError) {
            _ = try WorkerThread(name: "query") { [self] in withExtendedLifetime(self, work) }
        } catch {
            log.report("\(error)")
            finish(.failed)
            slot.release()
        }
    }

    package func read(atMost limit: Int) -> StreamChunk {
        let (portion, hasRoom) = content.withLock { content in
            let wasFull = content.buffer.isFull
            let portion = content.buffer.read(atMost: limit)
            return (portion, wasFull && !content.buffer.isFull)
        }
        if hasRoom { room.signal() }
        return portion
    }

    package func close() {
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
                content.withLock { $0.stallTimeout.record(bytes: bytes.count) }
                return wake()
            case (.closed, _): throw AbandonedError()
            case (.full, _): try waitForRoom()
            }
        }
    }

    private func waitForRoom() throws(AbandonedError) {
        guard let stallTimeout = content.withLock({ $0.stallTimeout.remaining }) else { throw AbandonedError() }
        let start = SystemClock.uptime
        guard Poll.wait([room.interest], timeout: stallTimeout) == [true] else { throw AbandonedError() }
        content.withLock { $0.stallTimeout.record(wait: SystemClock.uptime - start) }
    }

    private func finish(_ ending: StreamChunk) {
        let wake = content.withLock { content in
            content.buffer.finish(with: ending)
            return content.wake
        }
        wake()
    }
}

/// Limits the wait for a slow reader, which would otherwise hold a thread and a view of the history indefinitely.
struct StallTimeout {
    /// The total wait without any bytes read.
    static let credit: Duration = .seconds(60)
    /// The maximum of a single wait.
    static let maxWait: Duration = .seconds(30)
    /// The bytes a second that earn more time: a tenth of a bad mobile connection.
    static let minBytesPerSecond = 4096

    private var waited: Duration = .zero
    private var written = 0

    /// The time to wait now; nil once the reader has stalled.
    var remaining: Duration? {
        let rest = Self.credit + .milliseconds(Int64(written) * 1000 / Int64(Self.minBytesPerSecond)) - waited
        return rest > .zero ? min(rest, Self.maxWait) : nil
    }

    mutating func record(bytes: Int) { written += bytes }

    mutating func record(wait: Duration) { waited += max(.zero, wait) }
}
