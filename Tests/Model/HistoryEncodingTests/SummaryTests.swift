import Basics
import HistoryEncoding
import Location
import Simulator
import Testing

struct SummaryTests {
    private static func points(_ places: [(Double, Double)], motion: Motion = .moving) throws -> [TrackPoint] {
        try places.enumerated().map { index, place in
            var fix = Fix(device: "d", mode: .twoDimensional)
            fix.timestamp = Timestamp(milliseconds: Int64(index) * 1000)
            fix.coordinate = Coordinate(latitude: place.0, longitude: place.1)
            return try #require(TrackPoint(fix, motion: motion))
        }
    }

    private static func summary(_ points: [TrackPoint]) throws -> SegmentSummary {
        try SegmentSummary(Segment.encode(points))
    }

    @Test("it has the count, the times and the bounds")
    func box() throws {
        let summary = try Self.summary(Self.points([(48.5, 11.25), (47.75, 12), (49, 11.5)]))
        #expect(summary.count == 3)
        #expect(summary.first.milliseconds == 0 && summary.last.milliseconds == 2000)
        #expect(summary.bounds.south == 47.75 && summary.bounds.north == 49)
        #expect(summary.bounds.west == 11.25 && summary.bounds.east == 12)
        #expect(!summary.bounds.crossesAntimeridian)
    }

    @Test(
        "a box across the antimeridian has its western edge in the east",
        arguments: [
            [179.5, -179.75, 179.75], [-179.75, 179.5, -180], [180, 179.5, -179.75], [179.5, -180, -179.75],
        ])
    func antimeridian(longitudes: [Double]) throws {
        let box = try Self.summary(Self.points(longitudes.map { (-16.8, $0) })).bounds
        #expect(box.crossesAntimeridian)
        #expect(box.west == 179.5 && box.east == -179.75)
    }

    @Test("a path around a pole has a box of all longitudes")
    func pole() throws {
        let box = try Self.summary(
            Self.points(stride(from: -170.0, through: 190, by: 30).map { (89.9, $0 > 180 ? $0 - 360 : $0) })
        ).bounds
        #expect(box.west == -180 && box.east == 180)
    }

    @Test("the distance is that of the geodesic", arguments: ["city", "road", "antimeridian", "pole", "train"])
    func length(name: String) throws {
        let points = try #require(Scenario.named(name)).points(atMost: 1500)
        let expected = zip(points, points.dropFirst()).reduce(0.0) { sum, pair in
            pair.1.motion == .stationary ? sum : sum + pair.0.coordinate.distance(to: pair.1.coordinate)
        }
        let length = try Self.summary(points).distance
        #expect(length > 1000)
        #expect(abs(length - expected) < expected * 1e-5 + 0.05)
    }

    @Test("stationary points add no distance, whatever the receiver reports; points of unknown motion do")
    func standing() throws {
        let places = [(48.0, 11.0), (48.0002, 11), (48, 11)]
        #expect(try Self.summary(Self.points(places, motion: .stationary)).distance == 0)
        let length = try Self.summary(Self.points(places, motion: .unknown)).distance
        #expect(abs(length - 44.48) < 0.1)
    }

    @Test(
        "outliers add no distance, wherever they are, and are in the box", arguments: [[0], [50], [50, 51, 52], [99]])
    func outliers(indices: [Int]) throws {
        var places = (0..<100).map { (48 + Double($0) * 1e-5, 11.0) }
        for index in indices { places[index].1 = 12 }
        let summary = try Self.summary(Self.points(places))
        #expect(abs(summary.distance - 110) < 3 && summary.bounds.east == 12 && summary.count == 100)
    }
}
