import Basics
import Location

/// A fix that the estimate may take in.
struct Candidate: Sendable {
    let fix: Fix
    let place: Coordinate
    /// The horizontal dilution of the sky it came from; nil when unknown.
    let dilution: Double?
    /// On a ``MotionClock``, so that what lies between fixes is what the receiver measured.
    let uptime: Duration

    /// How wrong it is taken to be.
    var noise: FixNoise { FixNoise(fix, dilution: dilution) }
}
