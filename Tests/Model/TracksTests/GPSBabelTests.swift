import Basics
import Location
import Testing
import Tracks

/// gpsbabel, an independent reader, finds the same number of points at the same times and places in exported tracks.
@Suite(.enabled(if: ExternalTool.gpsbabel.isPresent, "gpsbabel is not installed (Debian: gpsbabel)"))
struct GPSBabelTests {
    /// Drives in several places with gaps between them, one across the antimeridian and one near a pole.
    private func points() throws -> [TrackPoint] {
        let starts = [
            nil, try Sample.coordinate(89.9, 20), try Sample.coordinate(-16, -179.99995), try Sample.coordinate(0, 0),
        ]
        return try starts.enumerated().flatMap { index, start in
            try Sample.drive(points: 200, from: start).map { point in
                var fix = point.fix
                fix.timestamp = point.timestamp + .seconds(index * 86_400)
                return try #require(TrackPoint(fix, motion: .moving, satellitesUsed: point.satellitesUsed))
            }
        }
    }

    /// Converts a file to GPX with gpsbabel.
    private func converted(_ bytes: [UInt8], from format: String) throws -> String {
        let folder = try ScratchFolder()
        let file = try folder.file("track", bytes)
        return try ExternalTool.gpsbabel.run(
            ["-t", "-i", format, "-f", file, "-o", "gpx,gpxver=1.1", "-F", "-"], in: folder.path)
    }

    private func check(_ encoder: any TrackEncoder, as format: String, within metres: Double) throws {
        let points = try points()
        let found = Sample.read(try converted(Sample.export(points, to: encoder), from: format))
        #expect(found.error == nil && found.skipped.isEmpty)
        try #require(found.points.count == points.count)
        #expect(found.points.map(\.timestamp) == points.map(\.timestamp))
        for (found, point) in zip(found.points, points) {
            #expect(found.coordinate.distance(to: point.coordinate) < metres)
            #expect(found.fix.altitude == point.fix.altitude)
        }
    }

    @Test("GPX")
    func gpx() throws {
        try check(GPXEncoder(), as: "gpx", within: 0.001)
    }

    @Test("KML")
    func kml() throws {
        try check(KMLEncoder(), as: "kml", within: 0.001)
    }

    @Test("NMEA 0183")
    func nmea() throws {
        try check(NMEAEncoder(), as: "nmea", within: 0.01)
    }

    @Test(
        "GeoJSON has the same places, and an additional point on each side of each cut; gpsbabel 1.8 does not read its times"
    )
    func geojson() throws {
        let points = try points()
        let found = try converted(Sample.export(points, to: GeoJSONEncoder()), from: "geojson")
        let places = try found.split(separator: "<").filter { $0.hasPrefix("rtept ") || $0.hasPrefix("trkpt ") }.map {
            let parts = $0.split(separator: "\"", omittingEmptySubsequences: false)
            return try Sample.coordinate(try #require(Double(parts[1])), try #require(Double(parts[3])))
        }
        let isMeasured = places.filter { abs($0.longitude) < 180 }
        #expect((places.count - isMeasured.count) % 2 == 0 && places.count > points.count)
        try #require(isMeasured.count == points.count)
        for (found, point) in zip(isMeasured, points) { #expect(found.distance(to: point.coordinate) < 0.001) }
    }
}
