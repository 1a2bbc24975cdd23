import Basics
import Glibc
import Location

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
