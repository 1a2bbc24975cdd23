import Basics
import Location
import Testing
import Tracks

/// Handmade points.
enum Sample {
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A point with only a position and a time.
    static func bare(
        _ coordinate: Coordinate, at seconds: Double, device: String = "", motion: Motion = .unknown
    ) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.coordinate = coordinate
        fix.timestamp = start + .milliseconds(Int64((seconds * 1000).rounded()))
        return try #require(TrackPoint(fix, motion: motion))
    }

    /// A point with all properties.
    static func full(
        _ coordinate: Coordinate, at seconds: Double, device: String = "/dev/ttyUSB0", motion: Motion = .moving
    ) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.coordinate = coordinate
        fix.timestamp = start + .milliseconds(Int64((seconds * 1000).rounded()))
        fix.altitude = 45.12
        fix.ellipsoidalAltitude = 50.02
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .estimate)
        fix.verticalAccuracy = 9.5
        fix.speed = 13.25
        fix.speedAccuracy = 0.4
        fix.course = 271.03
        fix.courseAccuracy = 2
        fix.climb = -0.25
        return try #require(TrackPoint(fix, motion: motion, satellitesUsed: 8))
    }

    /// A drive through the north of Melbourne at 1 Hz: every field changes, some are missing at times.
    static func drive(points: Int, from start: Coordinate? = nil) throws -> [TrackPoint] {
        var place = try start ?? coordinate(-37.8136, 144.9631)
        return try (0..<points).map { index in
            place = place.moved(north: 8 + Double(index % 7), east: Double(index % 11) - 5)
            // The resolution of the history: 1e-7 degree.
            let rounded = try coordinate(
                (place.latitude * 1e7).rounded() / 1e7, (place.longitude * 1e7).rounded() / 1e7)
            var point = try full(rounded, at: Double(index) * 1.001)
            guard index % 10 != 3 else { return try bare(rounded, at: Double(index) * 1.001, device: "/dev/ttyUSB0") }
            var fix = point.fix
            fix.altitude = Double(4000 + index % 100) / 100
            fix.ellipsoidalAltitude = Double(4490 + index % 100) / 100
            fix.speed = Double(index % 2000) / 100
            fix.course = Double(index * 37 % 36_000) / 100
            fix.horizontalAccuracy = HorizontalAccuracy(radius: Double(10 + index % 50) / 10, origin: .receiver)
            fix.differential = index % 5 == 0 ? .dgps : .none
            point = try #require(TrackPoint(fix, motion: .moving, satellitesUsed: 5 + index % 12))
            return point
        }
    }

    /// Encodes points, with gaps detected as in an export.
    static func export(_ points: [TrackPoint], to encoder: any TrackEncoder, tolerance: Double? = nil) -> [UInt8] {
        var export = TrackExport(to: encoder, tolerance: tolerance)
        for point in points { export.add(point) }
        export.finish()
        return export.bytes
    }

    /// Encodes points as text.
    static func text(_ points: [TrackPoint], to encoder: any TrackEncoder) -> String {
        String(decoding: export(points, to: encoder), as: UTF8.self)
    }

    /// Decodes bytes in chunks of a size.
    static func read(_ bytes: [UInt8], chunkSize: Int = 65_536, device: String = "import") -> ParsedTrack {
        var track = ParsedTrack()
        let reader = TrackReader(device: device) { NoDecoder() }
        var start = 0
        while start < bytes.count {
            let end = min(start + chunkSize, bytes.count)
            reader.feed(bytes.span.extracting(start..<end), into: &track)
            start = end
        }
        reader.finish(into: &track)
        return track
    }

    static func read(_ text: String, chunkSize: Int = 65_536) -> ParsedTrack {
        read(Array(text.utf8), chunkSize: chunkSize)
    }
}

/// A stand-in for gpsd's parser, which another module implements; counts lines as skipped.
final class NoDecoder: LineParser {
    func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) { track.skip(.notTrack, line: 1) }
}
