import Basics
import HistoryEncoding
import Location
import Simulator
import Testing

struct SegmentTests {
    @Test(
        "decoding yields the encoded points, rounded to the steps of the format",
        arguments: [
            (1, 10, 2000, 0.001), (2, 0, 1000, 0.00001), (3, 50, 100, 0.001), (4, 100, 2000, 0.1), (5, 95, 3, 1.0),
            (6, 3, 86_400_000, 0.0), (7, 10, 0, 0.001),
        ] as [(UInt64, Int, Int64, Double)])
    func random(seed: UInt64, unknown: Int, interval: Int64, jump: Double) throws {
        var track = RandomTrack(seed: seed)
        (track.unknown, track.interval, track.jump) = (unknown, interval, jump)
        for count in [1, 2, 15, 16, 17, 255, 256, 257, 700] {
            let points = try track.points(count)
            let bytes = try Segment.encode(points)
            let decoded = try Segment.decode(bytes, device: RandomTrack.device)
            #expect(try decoded == points.map { try #require($0.stored) })
            #expect(try Segment.encode(decoded) == bytes)
        }
    }

    @Test("a scenario round-trips to the steps of the format, in few bytes", arguments: Scenario.all.map(\.name))
    func scenario(name: String) throws {
        let points = try #require(Scenario.named(name)).points(atMost: 1000)
        let bytes = try Segment.encode(points)
        let decoded = try Segment.decode(bytes, device: points[0].fix.device)
        #expect(try decoded == points.map { try #require($0.stored) })
        #expect(try Segment.encode(decoded) == bytes)
        #expect(bytes.count < points.count * 10)
    }

    @Test("a mix of parking and driving takes less than five bytes per fix")
    func size() throws {
        let parked = try #require(Scenario.named("parked")).points(atMost: 3600, isQuiet: true)
        let driving = try #require(Scenario.named("city")).points(isQuiet: true)
        let size = try 4 * Segment.encode(parked).count + Segment.encode(driving).count
        let count = 4 * parked.count + driving.count
        print("\(Double(size) / Double(count)) bytes a fix")
        #expect(Double(size) < 4.75 * Double(count))
    }

    @Test("decoded positions are those of the points")
    func positions() throws {
        var track = RandomTrack(seed: 9)
        let bytes = try Segment.encode(track.points(600))
        let points = try Segment.decode(bytes, device: "x")
        let positions = try Segment.decodePositions(bytes)
        #expect(positions.map(\.timestamp) == points.map(\.timestamp))
        #expect(positions.map(\.coordinate) == points.map(\.coordinate))
    }

    @Test("the reader returns the points one by one, and then nil")
    func reader() throws {
        var track = RandomTrack(seed: 10)
        let bytes = try Segment.encode(track.points(300))
        var reader = try SegmentReader(bytes, device: "x")
        #expect(reader.summary.count == 300)
        var points: [TrackPoint] = []
        while let point = try reader.next() { points.append(point) }
        #expect(points == (try Segment.decode(bytes, device: "x")))
        #expect(try reader.next() == nil)
        #expect(points.allSatisfy { $0.fix.device == "x" })
    }

    @Test("no points, points of two devices, and unsorted points are rejected")
    func refused() throws {
        #expect(throws: SegmentError.empty) { try Segment.encode([]) }
        var track = RandomTrack(seed: 11)
        let points = try track.points(3)
        var other = points[2].fix
        other.device = "/dev/other"
        let foreign = try #require(TrackPoint(other))
        #expect(throws: SegmentError.severalDevices(RandomTrack.device, "/dev/other")) {
            try Segment.encode([points[0], points[1], foreign])
        }
        #expect(throws: SegmentError.unordered(index: 1)) { try Segment.encode([points[2], points[0]]) }
        let many = [TrackPoint](repeating: points[0], count: Segment.maxPointCount + 1)
        #expect(throws: SegmentError.tooManyPoints(Segment.maxPointCount + 1)) { try Segment.encode(many) }
    }

    @Test("a segment of the maximum size round-trips")
    func most() throws {
        var track = RandomTrack(seed: 12)
        let points = [TrackPoint](repeating: try track.points(1)[0], count: Segment.maxPointCount)
        let bytes = try Segment.encode(points)
        #expect(bytes.count < 200)
        #expect(try Segment.decodePositions(bytes).count == Segment.maxPointCount)
    }
}
