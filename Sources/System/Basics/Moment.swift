/// One reading of both clocks of a machine.
///
/// Ages and deadlines are measured on `uptime`, which never jumps; `wallClock` is what is shown to people.
public struct Moment: Hashable, Sendable {
    /// Time since the machine started, counted on while it sleeps.
    public var uptime: Duration
    /// The time of day, as far as this machine knows it.
    public var wallClock: Timestamp

    /// Makes a reading.
    public init(uptime: Duration, wallClock: Timestamp) {
        self.uptime = uptime
        self.wallClock = wallClock
    }
}
