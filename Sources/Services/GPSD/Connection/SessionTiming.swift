/// How patient a session with gpsd is.
public struct SessionTiming: Sendable {
    /// For a TCP connection to stand; gpsd is near, but a name server may have to be asked.
    public var connectTimeout: Duration = .seconds(5)
    /// For gpsd's greeting: systemd's gpsd.socket accepts connections even where gpsd cannot start.
    public var greetingTimeout: Duration = .seconds(10)
    /// For the answer to ?WATCH: gpsd opens its serial ports first, about a second each.
    public var watchTimeout: Duration = .seconds(20)
    /// Of silence before gpsd is asked whether it is still there.
    public var silenceLimit: Duration = .seconds(60)
    /// For the answer to that question.
    public var probeTimeout: Duration = .seconds(10)
    /// Before the first new attempt; it doubles with each failure.
    public var initialBackoff: Duration = .seconds(1)
    /// Before any new attempt, at most.
    public var maxBackoff: Duration = .seconds(30)

    /// Makes the timing gpsd wants in the field.
    public init() {}
}
