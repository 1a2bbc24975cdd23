/// The timeouts of a session with gpsd.
public struct SessionTiming: Sendable {
    /// The maximum time to connect; gpsd is near, but a name server may be involved.
    public var connectTimeout: Duration = .seconds(5)
    /// The maximum time to gpsd's greeting: systemd's gpsd.socket accepts connections even if gpsd cannot start.
    public var greetingTimeout: Duration = .seconds(10)
    /// The time without a greeting after which ?WATCH is sent all the same: some programs wait for the client, as libgps'
    /// clients do not wait for gpsd.
    public var greetingPatience: Duration = .seconds(1)
    /// The maximum time to the reply to ?WATCH: gpsd opens its serial ports first, about a second each.
    public var watchTimeout: Duration = .seconds(20)
    /// The silence after which gpsd is probed.
    public var silenceLimit: Duration = .seconds(60)
    /// The maximum time to the reply to the probe.
    public var probeTimeout: Duration = .seconds(10)
    /// The pause before the first retry; it doubles with each failure.
    public var initialBackoff: Duration = .seconds(1)
    /// The maximum pause before a retry.
    public var maxBackoff: Duration = .seconds(30)

    /// Creates the timing that gpsd needs in the field.
    public init() {}
}
