import Basics
import Linux
import SQLite
import TestSupport
import Testing

@testable import History

/// Callers that wait for the writer.
struct RecorderQueueTests {
    private let directory: ScratchDirectory
    private let queue: RecorderQueue

    init() throws {
        directory = try ScratchDirectory()
        queue = try RecorderQueue()
    }

    /// Starts a call on a thread of its own, and returns once it waits.
    private func call(_ returned: WakeSignal, _ queue: RecorderQueue) throws -> WorkerThread {
        let caller = try WorkerThread(name: "caller") {
            queue.flush(.pointsAndEvents, timeout: .seconds(60))
            returned.signal()
        }
        let deadline = SystemClock.uptime + .seconds(30)
        while queue.waiters == 0, SystemClock.uptime < deadline { _ = Poll.wait([], timeout: .milliseconds(1)) }
        try #require(queue.waiters == 1)
        return caller
    }

    /// Returns a queue whose clock stands still at zero.
    private func still() throws -> RecorderQueue {
        try RecorderQueue(clock: { Moment(uptime: .zero, wallClock: Sample.start) })
    }

    /// Returns a file with a point of an hour that cannot be sealed.
    private func unsealable() throws -> String {
        let path = directory.file("history.db")
        let history = try SQLiteHistory(path: path, access: .readWrite)
        _ = try history.append([Sample.point(0)])
        try history.connection.execute(
            "CREATE TRIGGER refusal BEFORE INSERT ON segment BEGIN SELECT RAISE(FAIL, 'refused'); END")
        return path
    }

    @Test("a point does not wake an idle writer, but its commit does, and a full batch at once")
    func alarm() throws {
        let clock = ManualClock()
        let queue = try RecorderQueue(commitInterval: .seconds(1_000_000), clock: { clock.now })
        let isReady = {
            Poll.wait([queue.wakeSignal.interest, .readable(queue.alarm.value.descriptor)], timeout: .zero)
        }
        #expect(queue.markIdle(until: nil))
        queue.enqueue(try Sample.point(0))
        #expect(isReady() == [false, false])
        #expect(queue.dequeue().since == clock.now.uptime)
        let prompt = try RecorderQueue()
        #expect(prompt.markIdle(until: nil))
        prompt.enqueue(try Sample.point(0))
        #expect(Poll.wait([.readable(prompt.alarm.value.descriptor)], timeout: .seconds(30))[0])
        for second in 1...256 { queue.enqueue(try Sample.point(Double(second))) }
        #expect(isReady()[0])
        #expect(!queue.markIdle(until: nil))
    }

    @Test("a call that waited in vain leaves nothing behind, and later ones do not wait until the writer answers")
    func stuck() {
        queue.flush(.pointsAndEvents, timeout: .milliseconds(1))
        #expect(queue.waiters == 0)
        let start = SystemClock.uptime
        queue.flush(.pointsAndEvents, timeout: .seconds(60))
        #expect(SystemClock.uptime - start < .seconds(30))
        #expect(queue.waiters == 0)
    }

    @Test("a delivery has the request of a call that waited in vain, once")
    func delivers() {
        queue.flush(.events, timeout: .zero)
        let first = queue.dequeue()
        #expect(!first.isCommitRequested)
        queue.answer(first.number)
        queue.flush(.pointsAndEvents, timeout: .milliseconds(1))
        #expect(queue.dequeue().isCommitRequested)
        #expect(!queue.dequeue().isCommitRequested)
    }

    @Test("a call that only asks keeps no other from waiting")
    func asks() throws {
        queue.flush(.pointsAndEvents, timeout: .zero)
        queue.flush(.events, timeout: .zero)
        let returned = try WakeSignal()
        let caller = try call(returned, queue)
        let delivery = queue.dequeue()
        #expect(delivery.isCommitRequested && queue.waiters == 1)
        queue.answer(delivery.number)
        caller.join()
    }

    @Test("a call waits for the answer to the delivery of its request, not for an earlier one")
    func answers() throws {
        let returned = try WakeSignal()
        let earlier = queue.dequeue()
        let caller = try call(returned, queue)
        let delivery = queue.dequeue()
        #expect(delivery.isCommitRequested)
        queue.answer(earlier.number)
        #expect(queue.waiters == 1)
        queue.answer(delivery.number)
        #expect(Poll.wait([returned.interest], timeout: .seconds(30))[0])
        caller.join()
        #expect(queue.waiters == 0)
    }

    @Test("a call returns once the points are written, before full hours are sealed")
    func sealsLater() throws {
        let (returned, path, queue, log) = (try WakeSignal(), try unsealable(), try still(), try EventLog())
        queue.enqueue(try Sample.point(7200))
        let caller = try call(returned, queue)
        let writer = try WorkerThread(name: "writer") {
            var loop = HistoryWriterLoop(
                recorder: HistoryRecorder(settings: RecordingSettings(commitInterval: .zero, extent: .all)),
                queue: queue, clock: { Moment(uptime: .zero, wallClock: Sample.start) },
                open: { try SQLiteHistory(path: path, access: .readWrite) },
                callbacks: RecorderCallbacks { event in
                    // The writer is stuck with the hour until the caller has returned.
                    if Poll.wait([returned.interest], timeout: .seconds(20))[0] { log.append(event) }
                })
            loop.run()
        }
        #expect(log.wait(for: 1))
        queue.close()
        writer.join()
        caller.join()
        #expect(log.all.map(\.isProblem) == [true])
        #expect(try SQLiteHistory(path: path, access: .readOnly).points().seconds == [0, 7200])
    }
}
