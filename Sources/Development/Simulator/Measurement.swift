public import Basics
import Glibc
public import Location

/// What a simulated receiver believes in one epoch.
public struct Measurement: Hashable, Sendable {
    /// When, UTC.
    public let time: Timestamp
    /// Where it believes to be.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// Metres per second over ground.
    public let speed: Double
    /// Degrees from true north, 0 up to but not including 360; nil when it is too slow to tell.
    public let course: Double?
    /// How sure it is.
    public let precision: Precision
    /// What it sees of the sky.
    public let satellites: [SatelliteInView]
}

extension Measurement {
    /// Below this many metres per second a receiver keeps its course to itself: it would be noise.
    private static let slowest = 0.5

    /// What a receiver makes of the truth when it errs by that much.
    init(_ truth: Truth, at time: Timestamp, error: Noise.Sample, precision: Precision, sky: [SatelliteInView]) {
        let course = truth.course * .pi / 180
        let north = truth.speed * cos(course) + error.velocityNorth
        let east = truth.speed * sin(course) + error.velocityEast
        let degrees = atan2(east, north) * 180 / .pi
        let speed = hypot(north, east)
        self.init(
            time: time, coordinate: truth.coordinate.moved(north: error.north, east: error.east),
            altitude: truth.altitude + error.up, speed: speed,
            course: speed < Self.slowest ? nil : (degrees < 0 ? degrees + 360 : degrees),
            precision: precision, satellites: sky)
    }
}

/// How precise a receiver says it is.
public struct Precision: Hashable, Sendable {
    /// Metres, one standard deviation, north and east each.
    public let horizontal: Double
    /// Metres, one standard deviation.
    public let vertical: Double

    /// Horizontal dilution of precision, 0.1 to 99.9.
    ///
    /// Chosen so that what gpsd makes of it is true: it takes the circle that holds 95 percent of the positions as
    /// 4.75 m times this for a differential fix (gpsd's `H_UERE_WITH_DGPS` and `P_UERE_WITH_DGPS`), and of a circular
    /// normal distribution 95 percent lie within 2.4477 standard deviations.
    public var hdop: Double { Self.dilution(horizontal * 2.4477 / 4.75) }

    /// Vertical dilution of precision, 0.1 to 99.9; likewise, with gpsd's 5.75 m and 1.96 standard deviations.
    public var vdop: Double { Self.dilution(vertical * 1.96 / 5.75) }

    /// Position dilution of precision: the other two, at right angles.
    public var pdop: Double { (hdop * hdop + vdop * vdop).squareRoot() }

    private static func dilution(_ value: Double) -> Double {
        min(max(value, 0.1), 99.9)
    }
}
