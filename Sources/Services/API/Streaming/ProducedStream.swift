import HTTPServer
import Linux
import Synchronization
import Systemd

/// A body that a thread makes while the client reads it, and no faster than the client does.
final class ProducedStream: ByteStream {
    /// Bytes that may wait for the client before the thread has to wait too.
    private static let mostWaiting = 1 << 17

    private struct Content {
        var buffer = StreamBuffer(limit: ProducedStream.mostWaiting)
        var patience = ReaderPatience()
        var wake: @Sendable () -> Void = {}
        var work: (@Sendable () -> Void)?
    }

    private let content = Mutex(Content())
    private let room: EventCounter
    private let slot: ThreadPool.Slot

    /// Makes a stream that begins its work when it is started.
    ///
    /// - Parameters:
    ///   - slot: leave to run a thread, given back when the work or the stream is over.
    ///   - produce: gives what there is to `write`; where it throws, the connection is cut.
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init(_ slot: ThreadPool.Slot, _ produce: @escaping @Sendable (_ output: Output) throws -> Void) throws(SystemError)
    {
        room = try EventCounter()
        self.slot = slot
        content.withLock { content in
            content.work = { [weak self] in
                guard let self else { return }
                do {
                    try produce(Output(stream: self))
                    finish(.end)
                } catch {
                    if !(error is Abandoned) { Log.write(.warning, "an answer was cut short: \(error)") }
                    finish(.failed)
                }
                slot.giveBack()
            }
        }
    }

    /// Where the work writes to.
    struct Output {
        fileprivate let stream: ProducedStream

        /// Hands bytes on; waits while the client is behind.
        ///
        /// - Throws: ``Abandoned`` where nobody reads any more.
        func write(_ bytes: [UInt8]) throws(Abandoned) {
            try stream.append(bytes)
        }
    }

    /// Nobody reads any more.
    struct Abandoned: Error {}

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
            slot.giveBack()
        }
    }

    func read(atMost limit: Int) -> StreamPortion {
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
        if neverStarted { slot.giveBack() }
        room.signal()
    }

    private func append(_ bytes: [UInt8]) throws(Abandoned) {
        while true {
            room.clear()
            switch content.withLock({ ($0.buffer.add(bytes), $0.wake) }) {
            case (.taken, let wake):
                content.withLock { $0.patience.note(bytes: bytes.count) }
                return wake()
            case (.closed, _): throw Abandoned()
            case (.full, _): try waitForRoom()
            }
        }
    }

    private func waitForRoom() throws(Abandoned) {
        guard let patience = content.withLock({ $0.patience.remaining }) else { throw Abandoned() }
        let start = SystemClock.uptime
        guard Poll.wait([.readable(room.descriptor)], timeout: patience) == [true] else { throw Abandoned() }
        content.withLock { $0.patience.note(wait: SystemClock.uptime - start) }
    }

    private func finish(_ ending: StreamPortion) {
        let wake = content.withLock { content in
            content.buffer.end(ending)
            return content.wake
        }
        wake()
    }
}
