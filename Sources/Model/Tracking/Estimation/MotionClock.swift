import Basics
import Location

/// How much time lies between two fixes: by the receiver's own times, which are right to the millisecond even where
/// several fixes arrive at once; by this machine's uptime where it gives none, or none that can be.
struct MotionClock: Sendable {
    /// How much longer than this machine noticed the receiver may say that it was: what a network holds back.
    private static let slack: Duration = .seconds(5)

    /// What is no time at all for fixes to arrive in.
    private static let atOnce: Duration = .milliseconds(100)

    private var last: (uptime: Duration, timestamp: Timestamp?)?
    private var elapsed: Duration = .zero

    /// The time of a fix on this clock, which never goes back.
    mutating func time(of fix: Fix, at uptime: Duration) -> Duration {
        let timestamp = fix.timeSource == .reception ? nil : fix.timestamp
        defer { last = (uptime, timestamp) }
        guard let last else { return elapsed }
        let noticed = max(.zero, uptime - last.uptime)
        elapsed += step(from: last.timestamp, to: timestamp, noticed: noticed)
        return elapsed
    }

    private func step(from before: Timestamp?, to now: Timestamp?, noticed: Duration) -> Duration {
        guard let before, let now, case let told = now - before, told <= noticed + Self.slack else { return noticed }
        // A clock that stands still while time passes says nothing; fixes that arrive at once may be of one time.
        return told > .zero || (told == .zero && noticed < Self.atOnce) ? told : noticed
    }
}
