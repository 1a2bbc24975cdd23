import Basics
import History
import HistoryEncoding
import Location
import TestSupport
import Testing

/// The contract of every store: claims of a contradicted receiver are kept, and returned only to those who ask for them.
struct ContradictedPointTests {
    /// Points each second from one to another, with a level.
    private static func points(_ seconds: Range<Int>, _ level: Integrity.Level) throws -> [TrackPoint] {
        try Sample.points(seconds).map { point in
            var fix = point.fix
            if level == .contradicted { fix.coordinate = Coordinate(latitude: 10, longitude: 20) }
            return try #require(
                TrackPoint(fix, motion: point.motion, satellitesUsed: point.satellitesUsed, integrity: level))
        }
    }

    private static func filled(_ kind: StoreKind) throws -> TestedStore {
        let tested = try kind.make()
        // The second hour is contradicted as a whole.
        try tested.add(
            points(0..<3500, .nominal) + points(3500..<7300, .contradicted) + points(7300..<7400, .doubtful))
        return tested
    }

    @Test("a query returns them only if it asks for them", arguments: StoreKind.allCases)
    func query(kind: StoreKind) throws {
        let tested = try Self.filled(kind)
        let points = try tested.points()
        #expect(points.count == 3600 && points.allSatisfy { $0.integrity < .contradicted })
        #expect(points.filter { $0.integrity == .doubtful }.seconds == Array(7300..<7400))
        let all = try tested.points(PointQuery(showsContradicted: true))
        #expect(all.count == 7400 && all.filter { $0.integrity == .contradicted }.count == 3800)
        let there = try #require(Area(south: 9, west: 19, north: 11, east: 21))
        #expect(try tested.points(PointQuery(within: there)).isEmpty)
        #expect(try tested.points(PointQuery(within: there, showsContradicted: true)).count == 3800)
    }

    @Test("neighbours, lines and summaries are without them", arguments: StoreKind.allCases)
    func readers(kind: StoreKind) throws {
        let tested = try Self.filled(kind)
        let (store, middle) = (tested.store, Sample.time(5000))
        let neighbours = try store.neighbours(of: middle, device: nil)
        #expect([neighbours.before, neighbours.after].compactMap(\.self).seconds == [3499, 7300])
        #expect(try store.neighbours(of: middle, device: Sample.device).before?.timestamp == Sample.time(3499))
        #expect(try store.outlines().allSatisfy { $0.outline.vertices.allSatisfy { $0.coordinate.latitude < 0 } })
        var parts: [TrackPart] = []
        _ = try store.forEachTrackPart(.all) { parts.append($0) }
        #expect(parts.reduce(0) { $0 + $1.points } == 3600)
        #expect(try store.info().fixes == 7400)
    }

    @Test("heads, from which days are estimated, do not count them", arguments: [StoreKind.rows, .sealed])
    func heads(kind: StoreKind) throws {
        let store = try Self.filled(kind).store
        var count = 0
        try store.forEachHead(in: TimeSpan(from: nil, to: nil)) { count += $0.count }
        #expect(count == 3600)
        // An hour of claims is none.
        try store.forEachHead(in: TimeSpan(from: Sample.time(3600), to: Sample.time(7100))) { head in
            #expect(head.first < Sample.time(3600))
        }
    }

    @Test("a history with them is good, and a summary of them is that of its hour", arguments: [StoreKind.sealed])
    func verification(kind: StoreKind) throws {
        let tested = try Self.filled(kind)
        while try !tested.store.summarise(upTo: 10) {}
        #expect(try tested.store.verify().isGood)
        #expect(try tested.store.verify().fixes == 7400)
        var parts: [TrackPart] = []
        _ = try tested.store.forEachTrackPart(.all) { parts.append($0) }
        #expect(parts.reduce(0) { $0 + $1.points } == 3600)
    }
}
