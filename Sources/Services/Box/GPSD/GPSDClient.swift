public import Basics
public import Linux
public import Location

/// A client of gpsd over TCP: reads fixes, reconnects automatically and never gives up.
public final class GPSDClient: Sendable {
    private let host: String
    private let port: UInt16
    private let timing: SessionTiming
    private let clock: @Sendable () -> Moment
    private let signal: WakeSignal

    /// Creates a client that is not yet connected.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init(
        host: String, port: UInt16, timing: SessionTiming = SessionTiming(),
        clock: @escaping @Sendable () -> Moment = SystemClock.now
    ) throws(SystemError) {
        self.host = host
        self.port = port
        self.timing = timing
        self.clock = clock
        signal = try WakeSignal()
    }

    /// Connects and delivers events until ``stop()``; blocks, so it needs its own thread.
    ///
    /// `deliver` is called on that thread with the new events, in order, and with none when the moment it last returned
    /// has come; it returns the next such moment.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws(SystemError) {
        var loop = try GPSDLoop(host: host, port: port, timing: timing, clock: clock)
        while loop.runOnce(signal: signal, deliver: deliver) {}
        loop.finish(deliver: deliver)
    }

    /// Ends ``run(deliver:)`` soon; may be called from any thread.
    public func stop() {
        signal.stop()
    }

    /// Makes ``run(deliver:)`` deliver soon, even without events; may be called from any thread.
    public func wake() {
        signal.signal()
    }
}
