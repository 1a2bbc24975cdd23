import Basics
import Location
import Testing
import Tracks

/// GeoJSON (RFC 7946) and its cut at the antimeridian.
struct GeoJSONEncoderTests {
    private func features(_ points: [TrackPoint]) -> [Substring] {
        let text = Sample.text(points, to: GeoJSONEncoder())
        return text.split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    }

    @Test("a line has altitudes above the ellipsoid, and times")
    func line() throws {
        let points = [
            try Sample.full(try Sample.coordinate(-37.5, 144.25), at: 0),
            try Sample.bare(try Sample.coordinate(-37.5001, 144.25), at: 1, device: "/dev/ttyUSB0"),
        ]
        #expect(
            features(points) == [
                #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[144.25,-37.5,50.02],"#
                    + #"[144.25,-37.5001]]},"properties":{"coordTimes":["2026-01-01T00:00:00.000Z","#
                    + #""2026-01-01T00:00:01.000Z"],"device":"/dev/ttyUSB0"}}"#
            ])
    }

    @Test("a stretch of one point is a point")
    func point() throws {
        #expect(
            features([try Sample.bare(try Sample.coordinate(1, 2), at: 0)]) == [
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2.0,1.0]},"#
                    + #""properties":{"time":"2026-01-01T00:00:00.000Z"}}"#
            ])
    }

    @Test("a line across the antimeridian becomes two that meet it at the same altitude, where the points have no time")
    func antimeridian() throws {
        let points = try [(10.0, 179.9), (10.2, -179.7), (10.3, -179.6)].enumerated().map {
            try Sample.bare(try Sample.coordinate($1.0, $1.1), at: Double($0))
        }
        let (first, second) = ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z")
        #expect(
            features(points) == [
                #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[179.9,10.0],[180.0,10.05]]},"#
                    + #""properties":{"coordTimes":["\#(first)",null]}}"#,
                #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[-180.0,10.05],[-179.7,10.2],"#
                    + #"[-179.6,10.3]]},"properties":{"coordTimes":[null,"\#(second)","2026-01-01T00:00:02.000Z"]}}"#,
            ])
        let reversed = try points.reversed().enumerated().map { try Sample.bare($1.coordinate, at: Double($0)) }
        let back = Sample.text(reversed, to: GeoJSONEncoder())
        #expect(back.contains("[-180.0,10.05]") && back.contains("[180.0,10.05]"))
    }

    @Test("a line along the antimeridian or across a pole has valid positions")
    func edges() throws {
        let paths: [[(Double, Double)]] = [
            [(0, 180), (1, -180), (2, 180)], [(89.9, 0), (90, 0), (89.9, 180)], [(89.9, -90), (89.9, 90)],
            [(-89.99, 10), (-90, 0), (-89.99, -170)],
        ]
        for path in paths {
            let points = try path.enumerated().map {
                try Sample.bare(try Sample.coordinate($1.0, $1.1), at: Double($0))
            }
            let track = Sample.read(Sample.export(points, to: GeoJSONEncoder()))
            #expect(track.points.map(\.timestamp) == points.map(\.timestamp))
            #expect(track.points.map(\.coordinate) == points.map(\.coordinate))
            #expect(track.skipped.keys.allSatisfy { $0 == .noTime })
        }
    }

    @Test("a long line continues in the next feature without a duplicate point")
    func longLine() throws {
        let place = try Sample.coordinate(3, 4)
        var encoder = GeoJSONEncoder()
        var bytes: [UInt8] = []
        encoder.begin(into: &bytes)
        for index in 0...GeoJSONEncoder.maxPointsPerLine + 1 {
            encoder.add(try Sample.bare(place, at: Double(index)), into: &bytes)
        }
        encoder.end(into: &bytes)
        let track = Sample.read(bytes)
        #expect(track.count == GeoJSONEncoder.maxPointsPerLine + 2 && track.skipped.isEmpty)
        #expect(Set(track.points.map(\.timestamp)).count == track.count)
    }
}
