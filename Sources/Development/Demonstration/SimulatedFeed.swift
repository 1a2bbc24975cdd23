public import Linux
public import Simulator
import Synchronization

/// A thread that sends the sentences of a scenario to gpsd, in real time or faster.
public final class SimulatedFeed: Sendable {
    private let feed: FeedState
    private let thread: WorkerThread

    /// Starts to send at once, beginning with the first epoch.
    ///
    /// - Parameters:
    ///   - scenario: The source, from its next epoch on.
    ///   - port: The UDP port of 127.0.0.1 that gpsd reads from.
    ///   - pace: The speed relative to real time, 0.01 to 1000.
    /// - Throws: ``SystemError`` if the process is out of descriptors or threads.
    public init(_ scenario: ScenarioRun, port: UInt16, pace: Double = 1) throws(SystemError) {
        let line = try FeedState(port: port)
        let speed = pace.isNaN ? 1 : min(max(pace, 0.01), 1000)
        thread = try WorkerThread(name: "simulator") { line.run(scenario, every: scenario.interval / speed) }
        self.feed = line
    }

    deinit {
        stop()
    }

    /// The latest epoch, sent or muted; nil before the first.
    public var epoch: ScenarioEpoch? { feed.state.withLock { $0.epoch } }

    /// Stops sending; the receiver continues along its route.
    public func mute() {
        feed.state.withLock { $0.isMuted = true }
    }

    /// Resumes sending.
    public func resume() {
        feed.state.withLock { $0.isMuted = false }
    }

    /// Ends the thread and waits for it, which takes milliseconds.
    public func stop() {
        feed.stopping.signal()
        thread.join()
    }
}

/// The state that the thread and its owner share.
private final class FeedState: Sendable {
    struct State {
        var epoch: ScenarioEpoch?
        var isMuted = false
    }

    let state = Mutex(State())
    let stopping: WakeSignal
    private let sender: DatagramSender

    init(port: UInt16) throws(SystemError) {
        stopping = try WakeSignal()
        sender = try DatagramSender(port: port)
    }

    func run(_ scenario: ScenarioRun, every interval: Duration) {
        var due = SystemClock.uptime
        for epoch in scenario {
            due += interval
            // After a sleep of the machine, overdue epochs are skipped rather than flooding gpsd.
            let isLate = due < SystemClock.uptime
            let isSilent = state.withLock { state in
                state.epoch = epoch
                return state.isMuted
            }
            if !isSilent, !isLate { sender.send(epoch.nmea) }
            if isStopped(before: due) { return }
        }
    }

    private func isStopped(before due: Duration) -> Bool {
        let timeout = max(.zero, due - SystemClock.uptime)
        return Poll.wait([stopping.interest], timeout: timeout).contains(true)
    }
}
