import Basics
import Location

/// The time between fixes: by the receiver's timestamps, which are accurate to the millisecond even if several fixes
/// arrive at once, or by uptime if they are missing or implausible.
struct MotionClock: Sendable {
    /// The seconds within which a fix only repeats the previous one.
    static let minInterval = 0.02
    /// The time by which an interval of the receiver may exceed that of this machine: buffering in a network.
    private static let maxBuffering: Duration = .seconds(5)

    /// The interval below which fixes count as arriving at once.
    private static let simultaneity: Duration = .milliseconds(100)

    private var last: (uptime: Duration, timestamp: Timestamp?)?
    private var elapsed: Duration = .zero

    /// Returns the time of a fix on this clock, which never runs backwards.
    mutating func time(of fix: Fix, at uptime: Duration) -> Duration {
        let timestamp = fix.timeSource == .reception ? nil : fix.timestamp
        defer { last = (uptime, timestamp) }
        guard let last else { return elapsed }
        let measured = max(.zero, uptime - last.uptime)
        elapsed += step(from: last.timestamp, to: timestamp, measured: measured)
        return elapsed
    }

    private func step(from before: Timestamp?, to now: Timestamp?, measured: Duration) -> Duration {
        guard let before, let now, case let reported = now - before, reported <= measured + Self.maxBuffering else {
            return measured
        }
        // A timestamp that does not advance over time is ignored; fixes that arrive at once may share one.
        return reported > .zero || (reported == .zero && measured < Self.simultaneity) ? reported : measured
    }
}
