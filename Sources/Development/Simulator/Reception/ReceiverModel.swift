/// How wrong the receiver of a scenario is, and what it says.
struct ReceiverModel: Sendable {
    /// A part of the error that wanders: metres (one standard deviation north and east each) and seconds.
    struct Wandering: Sendable {
        let deviation: Double
        let time: Double
    }

    /// What radius it, or gpsd in its place, claims.
    enum Claim: Sendable {
        /// gpsd's model, for a receiver that gives none: the dilution of precision times 19 m.
        case dilution
        /// The circle that holds the truth 95 times in 100, times a factor: 1 is honest.
        case own(factor: Double)
    }

    /// Where its speed comes from.
    enum SpeedSource: Sendable {
        /// Its own measurement, by Doppler shift.
        case doppler
        /// gpsd's arithmetic on successive positions, for sentences that lack it.
        case derived
        /// Nowhere.
        case none
    }

    /// A fault of the receiver, or of the way to us.
    enum Fault: Hashable, Sendable {
        /// gpsd 3.22 freezes latitude, longitude, altitude, speed and course, and passes ECEF on.
        case frozen
        /// Every fifth epoch comes twice.
        case duplicates
        /// Its calendar is 1024 weeks behind.
        case rollover
        /// Single fixes, or two or three in a row, are 100 m to 50 km off and look good.
        case teleports
        /// No course in any epoch.
        case noCourse
        /// The speed is so many times the true one: 0, some per cent off, knots taken for metres per second.
        case speedTimes(Double)
        /// After three minutes speed and course stay as they are on the move, for good.
        case speedStuck
        /// The same of the course alone.
        case courseStuck
        /// Speed and course are those of the epoch before, as gpsd pairs them for some receivers.
        case speedLate
        /// The course is so many degrees off.
        case courseOff(Double)
    }

    var wandering: [Wandering]
    /// Metres, one standard deviation north and east each, new in each epoch.
    var white: Double
    /// Metres per second, likewise, of the velocity.
    var velocityWhite = 0.07
    /// Metres per second, likewise, wandering over 20 s.
    var velocityWandering = 0.01
    var claim = Claim.dilution
    var speed = SpeedSource.doppler
    /// Below this many metres per second it keeps its course to itself.
    var courseFrom = 0.1
    var faults: Set<Fault> = []

    /// A receiver of today.
    static let modern = ReceiverModel(
        wandering: [Wandering(deviation: 1.3, time: 120), Wandering(deviation: 0.05, time: 8)], white: 0.008)

    /// A receiver of fifteen years ago; parked, what it shows travels 1.74 km an hour.
    static let older = ReceiverModel(
        wandering: [Wandering(deviation: 3, time: 300), Wandering(deviation: 1, time: 30)], white: 0.11,
        velocityWhite: 0.1, velocityWandering: 0.02)

    /// Metres, one standard deviation north and east each, under open sky.
    var deviation: Double {
        wandering.reduce(white * white) { $0 + $1.deviation * $1.deviation }.squareRoot()
    }

    func claiming(_ factor: Double) -> ReceiverModel { with { $0.claim = .own(factor: factor) } }

    func with(_ faults: Fault...) -> ReceiverModel { with { $0.faults.formUnion(faults) } }

    func with(_ change: (inout ReceiverModel) -> Void) -> ReceiverModel {
        var changed = self
        change(&changed)
        return changed
    }
}
