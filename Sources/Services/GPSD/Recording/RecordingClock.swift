import Basics
import Location

/// The clock of a recording: it shows the latest time of any fix.
///
/// If fixes have no time, or go back by more than several receivers differ, uptime advances by a second each.
struct RecordingClock {
    /// A smaller step back is another receiver, or a correction of a clock.
    private static let step: Duration = .seconds(5)

    private var uptime: Duration = .zero
    private var wallClock: Timestamp?

    /// The moment of the last fix.
    var now: Moment { Moment(uptime: uptime, wallClock: wallClock ?? Timestamp(milliseconds: 0)) }

    /// Advances to a fix.
    mutating func advance(to fix: Fix) {
        guard let latest = wallClock else {
            if fix.timestamp == nil { uptime += .seconds(1) }
            wallClock = fix.timestamp
            return
        }
        let time = fix.timestamp ?? latest + .seconds(1)
        let ahead = time - latest
        guard ahead < .zero else {
            uptime += ahead
            wallClock = time
            return
        }
        guard ahead < .zero - Self.step else { return }
        uptime += .seconds(1)
        wallClock = time
    }
}
