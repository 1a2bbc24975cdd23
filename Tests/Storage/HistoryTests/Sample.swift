import Basics
import Location
import Testing

/// Sample points.
enum Sample {
    /// 2026-01-01T00:00:00Z.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)
    static let device = "/dev/ttyUSB0"

    /// Returns the moment that many seconds after the start.
    static func time(_ seconds: Double) -> Timestamp {
        start + .milliseconds(Int64(seconds * 1000))
    }

    /// Returns a fix with all values known, that many seconds after the start, on a path north.
    static func fix(_ seconds: Double, latitude: Double? = nil, device: String = device) -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = time(seconds)
        fix.coordinate = Coordinate(latitude: latitude ?? -37.8 + seconds * 1e-5, longitude: 144.96326388)
        fix.altitude = 45.12
        fix.ellipsoidalAltitude = 50
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        fix.verticalAccuracy = 9.5
        fix.speed = 11.1
        fix.speedAccuracy = 0.4
        fix.course = 359.99
        fix.courseAccuracy = 2
        fix.climb = -0.25
        return fix
    }

    /// Returns that fix as a point.
    static func point(
        _ seconds: Double, latitude: Double? = nil, device: String = device, motion: Motion = .moving
    ) throws -> TrackPoint {
        let fix = fix(seconds, latitude: latitude, device: device)
        return try #require(TrackPoint(fix, motion: motion, satellitesUsed: 8))
    }

    /// Returns points at these seconds.
    static func points(
        _ seconds: some Sequence<Int>, device: String = device, motion: Motion = .moving
    ) throws -> [TrackPoint] {
        try seconds.map { try point(Double($0), device: device, motion: motion) }
    }

    /// Returns a point with only a time and a position.
    static func bare(_ seconds: Double, device: String = device) throws -> TrackPoint {
        var fix = Fix(device: device)
        fix.timestamp = time(seconds)
        fix.coordinate = Coordinate(latitude: 0, longitude: -180)
        return try #require(TrackPoint(fix))
    }
}

extension Collection where Element == TrackPoint {
    /// Whole seconds since the start of the samples.
    var seconds: [Int] { map { Int(($0.timestamp - Sample.start).milliseconds / 1000) } }
}
