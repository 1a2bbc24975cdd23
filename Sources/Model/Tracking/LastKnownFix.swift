import Basics
import Location

/// The last accepted fix, and when this machine got it.
struct LastKnownFix: Sendable {
    var fix: Fix
    var received: Timestamp
    /// The uptime at which it came; nil when it comes from an earlier run, whose uptime means nothing now.
    var uptime: Duration?
    /// How old it was when it came; zero where no clock tells.
    var delay: Duration = .zero

    /// How old it is; nil when the clock of this machine stands before it, and so cannot tell.
    func age(at moment: Moment) -> Duration? {
        if let uptime { return max(.zero, moment.uptime - uptime) + delay }
        let age = moment.wallClock - received
        return age < .zero ? nil : age
    }

    /// Whether it came in this run and is younger than that.
    func isFresh(at moment: Moment, within limit: Duration) -> Bool {
        guard let uptime else { return false }
        return moment.uptime - uptime + delay < limit
    }
}
