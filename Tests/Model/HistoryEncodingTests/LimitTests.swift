import Basics
import HistoryEncoding
import Location
import Testing

/// The limits of the arithmetic.
struct LimitTests {
    private static func point(
        at milliseconds: Int64, _ latitude: Double = 1, _ longitude: Double = 2, change: (inout Fix) -> Void = { _ in }
    ) throws -> TrackPoint {
        var fix = Fix(device: "d", mode: .twoDimensional)
        fix.timestamp = Timestamp(milliseconds: milliseconds)
        fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        change(&fix)
        return try #require(TrackPoint(fix))
    }

    private static func again(_ points: [TrackPoint]) throws -> [TrackPoint] {
        let bytes = try Segment.encode(points)
        let decoded = try Segment.decode(bytes, device: "d")
        #expect(try Segment.encode(decoded) == bytes)
        return decoded
    }

    @Test(
        "positions at the edges of the map round-trip",
        arguments: [(90, 0), (-90, 180), (90, -180), (0, 180), (0, -180), (0, 0), (-0.00000005, 179.99999995)])
    func edges(latitude: Double, longitude: Double) throws {
        let points = try [
            Self.point(at: 0), Self.point(at: 1, latitude, longitude), Self.point(at: 2), Self.point(at: 3, -90, 180),
        ]
        #expect(try Self.again(points) == points.map { try #require($0.stored) })
    }

    @Test("a path along the antimeridian round-trips")
    func antimeridian() throws {
        let points = try (0..<100).map {
            try Self.point(at: Int64($0) * 1000, -16.8, $0 % 3 == 0 ? 179.9999 : -179.9999)
        }
        #expect(try Self.again(points) == points)
    }

    @Test(
        "times of all centuries round-trip",
        arguments: [
            [0], [0, 0, 0, 1], [-1, 0, 1], [-62_135_596_800_000, 4_102_444_800_000], [.min, -5, 0, .max],
            [.min, .min + 1], [.max - 1, .max], [.min, .max],
            [1_773_561_600_000, 1_773_561_600_100, 1_773_561_600_200],
        ] as [[Int64]])
    func times(times: [Int64]) throws {
        let points = try times.map { try Self.point(at: $0) }
        #expect(try Self.again(points) == points)
        let summary = try SegmentSummary(Segment.encode(points))
        #expect(summary.first.milliseconds == times.first && summary.last.milliseconds == times.last)
    }

    @Test(
        "values that no receiver reports round-trip, or become unknown",
        arguments: [
            (-430.5, -430.5), (1e12, 1e12), (-1e12, -1e12), (2e13, nil), (-1e300, nil), (.infinity, nil), (.nan, nil),
            (-0.0, 0), (0.004, 0), (0.005, 0.01), (-0.005, -0.01), (-0.0049, 0), (8848.86, 8848.86),
        ] as [(Double, Double?)])
    func altitudes(value: Double, stored: Double?) throws {
        let points = try [
            Self.point(at: 0) { $0.altitude = 3 }, Self.point(at: 1) { $0.altitude = value },
            Self.point(at: 2) {
                $0.altitude = value
                $0.ellipsoidalAltitude = value
                $0.climb = value
            },
        ]
        let again = try Self.again(points)
        #expect(again.map(\.fix.altitude) == [3, stored, stored])
        #expect(again[2].fix.ellipsoidalAltitude == stored && again[2].fix.climb == stored)
        #expect(again[1].fix.altitude?.sign != .minus || value < -0.0049)
    }

    @Test("an accuracy is never rounded to 0")
    func accuracies() throws {
        let point = try Self.point(at: 0) {
            $0.horizontalAccuracy = HorizontalAccuracy(radius: 0.014, origin: .estimate)
            $0.verticalAccuracy = 0.02
            $0.speedAccuracy = 0.001
            $0.courseAccuracy = 0.0001
        }
        let fix = try #require(Self.again([point]).first).fix
        #expect(fix.horizontalAccuracy == HorizontalAccuracy(radius: 0.1, origin: .estimate))
        #expect(fix.verticalAccuracy == 0.1 && fix.speedAccuracy == 0.01 && fix.courseAccuracy == 0.01)
    }

    @Test("an accuracy beyond the limit is unknown, and so is its origin")
    func hugeRadius() throws {
        let point = try Self.point(at: 0) {
            $0.horizontalAccuracy = HorizontalAccuracy(radius: 1e300, origin: .estimate)
        }
        #expect(try Self.again([point]).first?.fix.horizontalAccuracy == nil)
    }

    @Test(
        "a course that rounds to a full circle is north",
        arguments: [(359.994, 359.99), (359.995, 0), (360, 0), (0, 0)])
    func north(course: Double, stored: Double) throws {
        let points = try [350, course, 10, course].enumerated().map { index, course in
            try Self.point(at: Int64(index)) { $0.course = course }
        }
        #expect(try Self.again(points).map(\.fix.course) == [350, stored, 10, stored])
    }

    @Test("courses out of range round-trip")
    func strangeCourses() throws {
        let points = try [-5, 720.5, nil, 10].enumerated().map { index, course in
            try Self.point(at: Int64(index)) { $0.course = course }
        }
        #expect(try Self.again(points) == points)
    }

    @Test("steps of altitudes, of time and of minutes are found and save bytes")
    func grids() throws {
        let points = try (0..<500).map { index in
            let minutes = Double(index * 7919 % 9000) / 1e4
            return try Self.point(at: Int64(index) * 1000, 48 + minutes / 60, -11 - minutes / 60) {
                $0.altitude = Double(index * 31 % 50) / 10
            }
        }
        #expect(try Self.again(points) == points.map { try #require($0.stored) })
        let odd = try points + [Self.point(at: 500_001, 48.1234566, -11.1234566) { $0.altitude = 0.01 }]
        #expect(try Self.again(odd) == odd.map { try #require($0.stored) })
        let (few, many) = try (Segment.encode(points).count, Segment.encode(odd).count)
        #expect(Double(many) > 1.4 * Double(few))
    }

    @Test("a climb that follows from the altitudes takes almost no space")
    func ascent() throws {
        var altitude = 100.0
        var points: [TrackPoint] = []
        for index in 0..<500 {
            let climb = Double(index * index % 70 - 30) / 10
            altitude += climb
            points.append(
                try Self.point(at: Int64(index) * 1000) {
                    $0.ellipsoidalAltitude = altitude
                    $0.climb = index == 0 ? nil : climb
                })
        }
        let silent = try points.map { point in
            var fix = point.fix
            fix.climb = nil
            return try #require(TrackPoint(fix))
        }
        #expect(try Self.again(points) == points.map { try #require($0.stored) })
        #expect(try Segment.encode(points).count < Segment.encode(silent).count + 20)
    }
}
