import Location

/// The clock of a recording: it stands at the time of its last fix.
///
/// Where fixes go back in time or have none, uptime goes on all the same, a second each.
struct RecordingClock {
    private var uptime: Duration = .zero
    private var wallClock: Timestamp?

    /// The moment of the last fix.
    var now: Moment { Moment(uptime: uptime, wallClock: wallClock ?? Timestamp(milliseconds: 0)) }

    /// Moves to a fix.
    mutating func advance(to fix: Fix) {
        guard let time = fix.timestamp else {
            uptime += .seconds(1)
            wallClock = wallClock.map { $0 + .seconds(1) }
            return
        }
        let step = wallClock.map { time - $0 } ?? .zero
        uptime += step > .zero ? step : (step < .zero ? .seconds(1) : .zero)
        wallClock = time
    }
}
