import Glibc

/// The error model and output of the receiver of a scenario.
///
/// The errors are drawn for each seed, within the ranges that real receivers have (docs/truth.md): a method that suits one
/// receiver only must not look good.
struct ReceiverModel: Sendable {
    /// A correlated part of the error: one standard deviation north and east each in metres, and the correlation time
    /// in seconds.
    struct Wandering: Sendable {
        var deviation: Double
        var time: Double
    }

    /// The origin of the reported radius.
    enum Claim: Sendable {
        /// gpsd's model for receivers that report none: the dilution of precision times 19 m.
        case dilution
        /// The receiver's own: the 95 % radius times a factor; 1 is accurate.
        case own(factor: Double)
        /// None, and no dilution either.
        case none
    }

    enum SpeedSource: Sendable {
        /// Measured by Doppler shift.
        case doppler
        /// Derived by gpsd from successive positions, for sentences without speed.
        case derived
        case none
    }

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

    /// The error of the position that satellites and atmosphere cause, over minutes.
    var slow: Wandering
    /// The error that the surroundings cause, over seconds.
    var fast: Wandering
    /// The white error in metres, one standard deviation north and east each.
    var white: Double
    /// The error of the velocity north and east each in metres per second, correlated over
    /// ``ReceiverErrors/velocityTime``.
    var velocity: Double
    /// The seconds by which the velocity is late.
    var velocityDelay: Double
    var claim: Claim
    var speed = SpeedSource.doppler
    /// The speed in metres per second below which it reports no course.
    var courseFrom = 0.1
    /// The decimals of the minutes of latitude and longitude in NMEA 0183; nil if the position has the nine decimals of
    /// degrees of a binary protocol.
    var minuteDecimals: Int?
    var faults: Set<Fault> = []
    /// Metres above mean sea level.
    var altitude = 52.0
    /// True if its sentences list the satellites in view, of which one makes the fix differential.
    var listsSatellites = false

    init(using generator: inout SeededGenerator) {
        slow = Wandering(
            deviation: (0.5...6).drawLogarithmically(&generator), time: (60...900).drawLogarithmically(&generator))
        fast = Wandering(
            deviation: (0.3...3).drawLogarithmically(&generator), time: (3...60).drawLogarithmically(&generator))
        white = (0.02...0.5).drawLogarithmically(&generator)
        velocity = (0.1...0.5).drawLogarithmically(&generator)
        velocityDelay = (0.05...0.5).draw(&generator)
        let claims: [Claim] = [.dilution, .own(factor: 1), .own(factor: 3), .own(factor: 0.5), .none]
        claim = claims.randomElement(using: &generator) ?? .dilution
    }

    /// A good current receiver under open sky, which does not depend on a draw: 95 percent of its errors are within 3.2 m,
    /// which is what manufacturers claim.
    static let quiet = ReceiverModel(
        slow: Wandering(deviation: 1.3, time: 120), fast: Wandering(deviation: 0.05, time: 8), white: 0.008,
        velocity: 0.07, velocityDelay: 0, claim: .dilution)

    init(
        slow: Wandering, fast: Wandering, white: Double, velocity: Double, velocityDelay: Double, claim: Claim
    ) {
        (self.slow, self.fast, self.white) = (slow, fast, white)
        (self.velocity, self.velocityDelay, self.claim) = (velocity, velocityDelay, claim)
    }

    /// The position error under open sky in metres, one standard deviation north and east each.
    var deviation: Double {
        (slow.deviation * slow.deviation + fast.deviation * fast.deviation + white * white).squareRoot()
    }
}

extension ClosedRange<Double> {
    /// Returns a random number of a positive range, with all orders of magnitude equally likely.
    func drawLogarithmically(_ generator: inout SeededGenerator) -> Double {
        exp((log(lowerBound)...log(upperBound)).draw(&generator))
    }
}
