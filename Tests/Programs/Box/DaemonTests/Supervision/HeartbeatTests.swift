import Basics
import Configuration
import Linux
import Location
import Pages
import Synchronization
import TestSupport
import Testing
import Tracking

@testable import Daemon

/// A heartbeat needs the reader, the tracker and the writer: any stuck one stops the heartbeats.
struct HeartbeatTests {
    private static let watchdog: Duration = .seconds(30)

    private let directory: ScratchDirectory
    private let clock = ManualClock()
    private let mailbox: ReportMailbox
    private let notifier = NotifierLog()

    init() throws {
        directory = try ScratchDirectory()
        mailbox = try ReportMailbox.blocking()
    }

    private func tracker(
        watchdog: Duration? = Self.watchdog, isClockSynchronised: @escaping @Sendable () -> Bool = { true }
    ) -> Tracker {
        Tracker(
            settings: TrackingSettings(), lastReport: nil,
            outputs: TrackerOutputs(reports: mailbox, verdicts: SharedVerdicts()), watchdog: watchdog, at: clock.now,
            isClockSynchronised: isClockSynchronised)
    }

    private func loop() -> WriterLoop { Self.loop(in: directory.path, notifier) }

    private static func loop(in directory: String, _ notifier: NotifierLog) -> WriterLoop {
        WriterLoop(writer: writer(in: directory), notifier: notifier, readiness: nil)
    }

    private static func writer(in directory: String) -> ReportWriter {
        var settings = Settings()
        settings.runtimeDirectory = directory
        settings.stateDirectory = directory
        settings.configurationDirectory = directory
        return ReportWriter(
            settings: settings, files: PageWriter(directory: directory),
            pages: SharedPages(settings), announcer: nil)
    }

    /// The work of the writer thread, without its thread; returns false where there was none.
    private func write(_ loop: inout WriterLoop) -> Bool {
        guard let delivery = mailbox.dequeueNow() else { return false }
        loop.handle(delivery, at: clock.now)
        return true
    }

    @Test("a healthy daemon sends four heartbeats per watchdog interval")
    func regular() {
        var (tracker, loop) = (self.tracker(), self.loop())
        for _ in 0..<600 {
            _ = tracker.deliver([], at: clock.advance(by: .milliseconds(100)))
            _ = self.write(&loop)
        }
        #expect((8...9).contains(notifier.heartbeatCount), "\(notifier.heartbeatCount)")
    }

    @Test("a silent receiver still wakes the reader for the next heartbeat")
    func idle() throws {
        var tracker = self.tracker()
        var last = clock.now.uptime
        for _ in 0..<20 {
            let answer = tracker.deliver([], at: clock.now)
            let deadline = try #require(answer)
            #expect(deadline > clock.now.uptime && deadline <= last + Self.watchdog / 4)
            clock.advance(by: deadline - clock.now.uptime)
            last = clock.now.uptime
        }
    }

    @Test("without a watchdog there are no wake-ups for heartbeats")
    func unwatched() {
        var (tracker, loop) = (self.tracker(watchdog: nil), self.loop())
        _ = tracker.deliver([.receivers([])], at: clock.now)
        #expect(tracker.deliver([], at: clock.advance(by: .seconds(60))) == nil)
        _ = self.write(&loop)
        #expect(notifier.heartbeatCount == 0)
    }

    @Test("a stuck reader stops the heartbeats")
    func stuckReader() {
        var (tracker, loop) = (self.tracker(), self.loop())
        _ = tracker.deliver([], at: clock.now)
        while self.write(&loop) {}
        let before = notifier.heartbeatCount
        clock.advance(by: Self.watchdog)
        while self.write(&loop) {}
        #expect(before == 1 && notifier.heartbeatCount == 1)
    }

    @Test("a stuck tracker stops the heartbeats")
    func stuckTracker() {
        let (mailbox, found) = (mailbox, Findings())
        var tracker = self.tracker {
            // In the middle of its work.
            found.note(mailbox.dequeueNow()?.wantsHeartbeat ?? false)
            return true
        }
        for _ in 0..<4 { _ = tracker.deliver([], at: clock.advance(by: .seconds(61))) }
        // Each call finds the heartbeat of the call before, and never its own.
        #expect(found.all == [false, true, true, true])
    }

    @Test("a stuck thread of the API stops the heartbeats until it makes a turn, also after a reload")
    func stuckService() {
        let liveness = ServiceLiveness()
        let pulses = [ThreadPulse {}, ThreadPulse {}]
        liveness.watch(pulses)
        var tracker = self.tracker()
        var loop = WriterLoop(
            writer: Self.writer(in: directory.path), notifier: notifier, readiness: nil, isServing: liveness.check)
        let counts = [[0, 1], [0, 1], [0], [0, 1], [0, 1]].map { answering in
            _ = tracker.deliver([], at: clock.advance(by: Self.watchdog / 4))
            _ = self.write(&loop)
            for index in answering { pulses[index].answer() }
            return notifier.heartbeatCount
        }
        #expect(counts == [1, 2, 3, 3, 4])
        liveness.watch([ThreadPulse {}])
        _ = tracker.deliver([], at: clock.advance(by: Self.watchdog / 4))
        _ = self.write(&loop)
        #expect(notifier.heartbeatCount == 5)
    }

    @Test("a stuck writer stops the heartbeats, though one is due")
    func stuckWriter() throws {
        // Writing waits for the lock of this file.
        let lock = try FileLock(directory.file(".fix.json.new"))
        let (mailbox, clock, path, notifier) = (mailbox, clock, directory.path, notifier)
        let written = try WakeSignal()
        var tracker = self.tracker()
        _ = tracker.deliver([], at: clock.now)
        let thread = try WorkerThread(name: "test-writer") {
            var loop = Self.loop(in: path, notifier)
            if let delivery = mailbox.dequeue() { loop.handle(delivery, at: clock.now) }
            written.signal()
        }
        _ = tracker.deliver([], at: clock.advance(by: Self.watchdog))
        #expect(!Poll.wait([written.interest], timeout: .milliseconds(200))[0])
        #expect(notifier.all.isEmpty)
        lock.release()
        thread.join()
        #expect(notifier.heartbeatCount == 1)
    }
}

private final class Findings: Sendable {
    private let findings = Mutex<[Bool]>([])

    var all: [Bool] { findings.withLock { $0 } }

    func note(_ finding: Bool) {
        findings.withLock { $0.append(finding) }
    }
}
