public import Basics
import Glibc
public import Location

/// The measurement of a simulated receiver in one epoch.
public struct Measurement: Hashable, Sendable {
    /// The time, UTC.
    public let time: Timestamp
    /// The measured position.
    public let coordinate: Coordinate
    /// Metres above mean sea level.
    public let altitude: Double
    /// The speed over ground in metres per second.
    public let speed: Double
    /// The course in degrees from true north, 0 up to but not including 360; nil if too slow.
    public let course: Double?
    /// The precision.
    public let precision: Precision
    /// The satellites in view.
    public let satellites: [SatelliteInView]
}

extension Measurement {
    /// The speed in metres per second below which a receiver reports no course, since it would be noise.
    private static let slowest = 0.5

    /// Creates a measurement from the truth and an error.
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

/// The precision that a receiver reports.
public struct Precision: Hashable, Sendable {
    /// Metres, one standard deviation, north and east each.
    public let horizontal: Double
    /// Metres, one standard deviation.
    public let vertical: Double

    /// Horizontal dilution of precision, 0.1 to 99.9.
    ///
    /// Chosen so that gpsd's estimate is accurate: gpsd computes the 95 percent circle as 4.75 m times this value for a
    /// differential fix (gpsd's `H_UERE_WITH_DGPS` and `P_UERE_WITH_DGPS`), and of a circular normal distribution 95
    /// percent lie within 2.4477 standard deviations.
    public var hdop: Double { Self.dilution(horizontal * 2.4477 / 4.75) }

    /// Vertical dilution of precision, 0.1 to 99.9; likewise, with gpsd's 5.75 m and 1.96 standard deviations.
    public var vdop: Double { Self.dilution(vertical * 1.96 / 5.75) }

    /// Position dilution of precision: the other two combined at right angles.
    public var pdop: Double { (hdop * hdop + vdop * vdop).squareRoot() }

    private static func dilution(_ value: Double) -> Double {
        min(max(value, 0.1), 99.9)
    }
}
