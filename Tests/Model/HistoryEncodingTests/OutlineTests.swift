import Basics
import Location
import Simulator
import Testing

@testable import HistoryEncoding

struct OutlineTests {
    private static func positions(_ places: [(Double, Double)]) throws -> [SegmentPosition] {
        let points = try places.enumerated().map { index, place in
            var fix = Fix(device: "d", mode: .twoDimensional)
            fix.timestamp = Timestamp(milliseconds: Int64(index) * 1500)
            fix.coordinate = Coordinate(latitude: place.0, longitude: place.1)
            return try #require(TrackPoint(fix))
        }
        return try Segment.decodePositions(Segment.encode(points))
    }

    @Test("a straight path becomes its ends, and a corner stays")
    func corner() throws {
        let straight = (0..<100).map { (48.0 + Double($0) * 0.0001, 11.0) }
        let turned = (0..<100).map { (48.0099, 11.0 + Double($0) * 0.0001) }
        #expect(try Outline(simplifying: Self.positions(straight)).vertices.count == 2)
        let outline = try Outline(simplifying: Self.positions(straight + turned))
        #expect(outline.vertices.map(\.coordinate.latitude) == [48, 48.0099, 48.0099])
        #expect(outline.vertices.map(\.timestamp.milliseconds) == [0, 148_000, 298_000])
    }

    @Test("a path there and back is not a point")
    func thereAndBack() throws {
        let there = (0..<50).map { (48.0 + Double($0) * 0.0001, 11.0) }
        let outline = try Outline(simplifying: Self.positions(there + there.reversed()))
        #expect(outline.vertices.map(\.coordinate.latitude) == [48, 48.0049, 48])
    }

    @Test("one point, or the same one repeated, is still a line", arguments: [(1, 1), (2, 2), (50, 2)])
    func point(count: Int, vertices: Int) throws {
        let outline = try Outline(simplifying: Self.positions(Array(repeating: (-33.8, 151.2), count: count)))
        #expect(outline.vertices.count == vertices)
        #expect(try Outline(outline.encode()) == outline)
    }

    @Test(
        "no point of a scenario is off by more than the tolerance, and few vertices remain",
        arguments: ["parked", "city", "road", "motorway", "train", "antimeridian", "walk"], [3, 10, 30] as [Double])
    func tolerance(name: String, tolerance: Double) throws {
        let points = try #require(Scenario.named(name)).points(atMost: 2000)
        let outline = Outline(simplifying: points, tolerance: tolerance)
        let farthest = try points.map { try outline.distance(to: $0) }.max()
        #expect(try #require(farthest) < tolerance + 0.9)
        #expect(outline.vertices.count * 3 < points.count)
        #expect(outline.encode().count < outline.vertices.count * 7 + 20)
        #expect(try Outline(outline.encode()) == outline)
    }

    @Test("a zigzag whose farthest point is always the next one takes no square of its length")
    func zigzag() throws {
        let count = 65_000
        let latitudes = (0..<count).map { index in
            40 + (index.isMultiple(of: 2) ? 0.1 : -0.1) * Double(count - index) / Double(count)
        }
        let start = Timestamp(milliseconds: 0)
        var line = ProjectedPolyline(
            latitudes.map {
                SegmentPosition(timestamp: start, coordinate: Coordinate(clampingLatitude: $0, longitude: 1))
            })
        let retained = line.simplified(tolerance: 10)
        #expect(line.distances < (ProjectedPolyline.maxDistances + 20) * count)
        let places = latitudes.indices.filter { retained[$0] }
        for (start, end) in zip(places, places.dropFirst()) {
            let (low, high) = (min(latitudes[start], latitudes[end]), max(latitudes[start], latitudes[end]))
            let farthest = latitudes[start...end].map { max(low - $0, $0 - high) }.max()
            #expect(try #require(farthest) * 112_000 < 10.9)
        }
    }

    @Test("no path on the ground is halved", arguments: ["parked", "city", "road", "motorway", "train", "walk"])
    func distances(name: String) throws {
        let points = try #require(Scenario.named(name)).points(atMost: 3600)
        var line = ProjectedPolyline(
            points.map { SegmentPosition(timestamp: $0.timestamp, coordinate: $0.coordinate) })
        _ = line.simplified(tolerance: 3)
        #expect(line.distances < ProjectedPolyline.maxDistances / 2 * points.count)
    }

    @Test("near a pole and far away it remains a line")
    func pole() throws {
        let points = try #require(Scenario.named("pole")).points()
        let outline = Outline(simplifying: points)
        #expect(outline.vertices.count < points.count)
        #expect(try Outline(outline.encode()) == outline)
    }

    @Test("times before 1970 are rounded down, and the extremes of time fit")
    func times() throws {
        for (time, second) in [(-1, -1000), (-1000, -1000), (999, 0)] as [(Int64, Int64)] {
            var fix = Fix(device: "d")
            fix.timestamp = Timestamp(milliseconds: time)
            fix.coordinate = Coordinate(latitude: 1, longitude: 2)
            let outline = Outline(simplifying: [try #require(TrackPoint(fix))])
            #expect(outline.vertices.first?.timestamp.milliseconds == second)
        }
        for time in [Int64.min, Int64.max] {
            var fix = Fix(device: "d")
            fix.timestamp = Timestamp(milliseconds: time)
            fix.coordinate = Coordinate(latitude: 1, longitude: 2)
            let outline = Outline(simplifying: [try #require(TrackPoint(fix))])
            #expect(try Outline(outline.encode()) == outline)
        }
    }

    @Test("damage is detected, and modified and resealed bytes are rejected or decoded")
    func damage() throws {
        let bytes = Outline(simplifying: try #require(Scenario.named("city")).points()).encode()
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(throws: SegmentError.damaged) { try Outline(damaged) }
        }
        var generator = SeededGenerator(seed: 5)
        var refused = 0
        for _ in 0..<5000 {
            do {
                let outline = try Outline(bytes.mutated(using: &generator).resealed)
                #expect(outline.vertices.allSatisfy { abs($0.coordinate.latitude) <= 90 })
            } catch { refused += 1 }
        }
        #expect(refused > 100)
    }
}

extension Outline {
    /// Returns the metres from a point to the line at its time, on a flat map around the point.
    fileprivate func distance(to point: TrackPoint) throws -> Double {
        let frame = LocalFrame(origin: point.coordinate)
        let corners = vertices.map { frame.offset(of: $0.coordinate) }
        return zip(corners, corners.dropFirst()).map { start, end in
            let chord = end - start
            let square = chord.length * chord.length
            let along = square > 0 ? -(start.north * chord.north + start.east * chord.east) / square : 0
            return (start + chord * min(max(along, 0), 1)).length
        }.min() ?? .infinity
    }
}

struct OutlineStretchTests {
    /// Returns points that go north at 10 m/s, at these seconds.
    private func points(_ seconds: [Double]) throws -> [TrackPoint] {
        try seconds.map { second in
            var fix = Fix(device: "d", mode: .twoDimensional)
            fix.timestamp = Timestamp(milliseconds: Int64(second * 1000))
            fix.coordinate = Coordinate(latitude: 48 + second * 1e-4, longitude: 11)
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }

    @Test(
        "a line is cut at a gap and nowhere else, also after encoding",
        arguments: [
            ([0, 1, 2, 3], [[0, 3]]), ([0, 1, 2, 100, 101, 102], [[0, 2], [100, 102]]),
            ([0, 100, 200], [[0], [100, 200]]), ([0, 1, 90], [[0, 1], [90]]), ([5], [[5]]), ([], []),
            // Two within a second and a metre are one, and not a cut.
            ([0, 0.02, 1, 2], [[0, 2]]), ([0, 0.02], [[0]]), ([0, 0.02, 100, 100.02], [[0], [100]]),
        ] as [([Double], [[Int64]])])
    func stretches(seconds: [Double], stretches: [[Int64]]) throws {
        let outline = Outline(simplifying: try points(seconds))
        #expect(outline.sections.map { $0.map { $0.timestamp.milliseconds / 1000 } } == stretches)
        #expect(try Outline(outline.encode()).sections.map(Array.init) == outline.sections.map(Array.init))
    }
}
