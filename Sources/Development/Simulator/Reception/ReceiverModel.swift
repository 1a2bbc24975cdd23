/// The error model and output of the receiver of a scenario.
struct ReceiverModel: Sendable {
    /// A correlated part of the error: one standard deviation north and east each in metres, and the correlation time
    /// in seconds.
    struct Wandering: Sendable {
        let deviation: Double
        let time: Double
    }

    /// The origin of the reported radius.
    enum Claim: Sendable {
        /// gpsd's model for receivers that report none: the dilution of precision times 19 m.
        case dilution
        /// The receiver's own: the 95 % radius times a factor; 1 is accurate.
        case own(factor: Double)
    }

    /// The origin of the speed.
    enum SpeedSource: Sendable {
        /// Measured by Doppler shift.
        case doppler
        /// Derived by gpsd from successive positions, for sentences without speed.
        case derived
        /// None.
        case none
    }

    /// A fault of the receiver or of the connection.
    enum Fault: Hashable, Sendable {
        /// gpsd 3.22 freezes latitude, longitude, altitude, speed and course, and passes ECEF through.
        case frozen
        /// Every fifth epoch is repeated.
        case duplicates
        /// Its calendar is 1024 weeks behind.
        case rollover
        /// One to three consecutive fixes are off by 100 m to 50 km and look valid.
        case teleports
        /// No course in any epoch.
        case noCourse
        /// The speed is the true one times a factor: 0, some per cent off, knots taken for metres per second.
        case speedTimes(Double)
        /// After three minutes in motion, speed and course stay constant.
        case speedStuck
        /// After three minutes in motion, the course stays constant.
        case courseStuck
        /// Speed and course belong to the previous epoch, as gpsd pairs them for some receivers.
        case speedLate
        /// The course is off by a number of degrees.
        case courseOff(Double)
    }

    var wandering: [Wandering]
    /// The white error in metres, one standard deviation north and east each.
    var white: Double
    /// The white error of the velocity in metres per second.
    var velocityWhite = 0.07
    /// The error of the velocity correlated over 20 s, in metres per second.
    var velocityWandering = 0.01
    var claim = Claim.dilution
    var speed = SpeedSource.doppler
    /// The speed in metres per second below which it reports no course.
    var courseFrom = 0.1
    var faults: Set<Fault> = []

    /// A current receiver.
    static let modern = ReceiverModel(
        wandering: [Wandering(deviation: 1.3, time: 120), Wandering(deviation: 0.05, time: 8)], white: 0.008)

    /// A receiver of fifteen years ago; parked, its position travels 1.74 km an hour.
    static let older = ReceiverModel(
        wandering: [Wandering(deviation: 3, time: 300), Wandering(deviation: 1, time: 30)], white: 0.11,
        velocityWhite: 0.1, velocityWandering: 0.02)

    /// The position error under open sky in metres, one standard deviation north and east each.
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
