public import Basics
public import Linux
public import Location

/// Reads fixes from gpsd over TCP, for as long as it runs: reconnects by itself and never gives up.
public final class GPSDClient: Sendable {
    private let host: String
    private let port: UInt16
    private let timing: SessionTiming
    private let clock: @Sendable () -> Moment
    private let signals: LoopSignals

    /// Makes a client that is not yet connected.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init(
        host: String, port: UInt16, timing: SessionTiming = SessionTiming(),
        clock: @escaping @Sendable () -> Moment = SystemClock.now
    ) throws(SystemError) {
        self.host = host
        self.port = port
        self.timing = timing
        self.clock = clock
        signals = try LoopSignals()
    }

    /// Connects and delivers events until ``stop()``; blocks, so it wants a thread of its own.
    ///
    /// `deliver` is called on that thread with what has come, in order, and with nothing when the moment it last
    /// asked for has come: it answers the next one.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws(SystemError) {
        var loop = try GPSDLoop(host: host, port: port, timing: timing, clock: clock)
        while loop.runOnce(signals: signals, deliver: deliver) {}
        loop.finish(deliver: deliver)
    }

    /// Ends ``run(deliver:)`` soon; may be called from any thread.
    public func stop() {
        signals.stop.signal()
    }

    /// Has ``run(deliver:)`` deliver soon, nothing where nothing has come; may be called from any thread.
    public func wake() {
        signals.wake.signal()
    }
}
