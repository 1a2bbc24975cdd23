import Basics
import HistoryEncoding
import Location
import Testing

struct IntegrityLevelTests {
    private static func points(_ levels: [Integrity.Level], count: Int = 300) throws -> [TrackPoint] {
        var track = RandomTrack(seed: 20)
        (track.levels, track.jump) = (levels, 1e-7)
        return try track.points(count)
    }

    @Test("points of all levels round-trip, and their segment has a version that older readers name")
    func roundTrip() throws {
        let points = try Self.points(Integrity.Level.allCases)
        let bytes = try Segment.encode(points)
        #expect(bytes[0] == 2 && Segment.begins(bytes))
        #expect(try Segment.decode(bytes, device: RandomTrack.device) == points.map { try #require($0.stored) })
        #expect(try SegmentSummary(beginning: Array(bytes.prefix(81))) == SegmentSummary(bytes))
        for point in points {
            #expect(QuantisedPoint(point).point(device: point.fix.device)?.integrity == point.integrity)
        }
    }

    @Test("nominal points cost nothing, one level for a while next to nothing")
    func size() throws {
        let nominal = try Self.points([.nominal])
        let contradicted = try nominal.map { point in
            try #require(
                TrackPoint(
                    point.fix, motion: point.motion, satellitesUsed: point.satellitesUsed, integrity: .contradicted))
        }
        let (plain, marked) = (try Segment.encode(nominal), try Segment.encode(contradicted))
        #expect(plain[0] == 1 && !plain.isEmpty)
        #expect(marked.count - plain.count <= 2, "\(marked.count - plain.count)")
    }

    @Test("a claim of a contradicted receiver is in no distance, no line and no part of the track")
    func excluded() throws {
        let near = try Self.track(count: 100, latitude: 48)
        let far = try Self.track(count: 40, latitude: 49, level: .contradicted, from: 100)
        let after = try Self.track(count: 100, latitude: 48.001, from: 140)
        let points = near + far + after
        let distance = try SegmentSummary(Segment.encode(points)).distance
        #expect(try distance == SegmentSummary(Segment.encode(near + after)).distance)
        #expect(distance < 400)
        #expect(try SegmentSummary(Segment.encode(points)).count == 240)
        #expect(Outline(simplifying: points) == Outline(simplifying: near + after))
        #expect(TrackPart.parts(of: points) == TrackPart.parts(of: near + after))
        #expect(try SegmentSummary(Segment.encode(far)).distance == 0)
        let empty = Outline(simplifying: far)
        #expect(empty.vertices.isEmpty)
        #expect(try Outline(empty.encode()) == empty)
    }

    /// A track north with a point each second.
    private static func track(
        count: Int, latitude: Double, level: Integrity.Level = .doubtful, from second: Int = 0
    ) throws -> [TrackPoint] {
        try (0..<count).map { index in
            var fix = Fix(device: "d", mode: .threeDimensional)
            fix.timestamp = .init(milliseconds: Int64(second + index) * 1000)
            fix.coordinate = Coordinate(latitude: latitude + Double(index) * 1e-5, longitude: 11)
            return try #require(TrackPoint(fix, motion: .moving, integrity: level))
        }
    }
}
