import Basics
import History
import HistoryEncoding
import Location
import TestSupport
import Testing

/// The contract of every store: queries.
struct QueryConformanceTests {
    private struct Stop: Error {}

    @Test("a span includes its ends, and may be open or empty", arguments: StoreKind.allCases)
    func span(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(stride(from: 0, through: 10_000, by: 1000)))
        func found(_ from: Double?, _ to: Double?) throws -> [Int] {
            try tested.points(PointQuery(from: from.map(Sample.time), to: to.map(Sample.time))).seconds
        }
        #expect(try found(2000, 4000) == [2000, 3000, 4000])
        #expect(try found(2000.001, 3999.999) == [3000])
        #expect(try found(8000, nil) == [8000, 9000, 10_000])
        #expect(try found(nil, 1000) == [0, 1000])
        #expect(try found(4000, 3000) == [])
        #expect(try found(10_001, 1e9) == [])
        let extremes = PointQuery(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
        #expect(try tested.points(extremes).count == 11)
    }

    @Test("an area is found, also across the antimeridian", arguments: StoreKind.allCases)
    func area(kind: StoreKind) throws {
        let tested = try kind.make()
        let places = [(10.0, 179.9), (10.0, -179.9), (10.0, 0.0), (-80.0, 179.9), (10.0, 180.0)]
        try tested.add(
            try places.enumerated().map { index, place in
                var fix = Sample.fix(Double(index) * 1800)
                fix.coordinate = Coordinate(latitude: place.0, longitude: place.1)
                return try #require(TrackPoint(fix))
            })
        func found(from south: Double, _ west: Double, to north: Double, _ east: Double) throws -> [Int] {
            let area = try #require(Area(south: south, west: west, north: north, east: east))
            return try tested.points(PointQuery(within: area)).seconds.map { $0 / 1800 }
        }
        #expect(try found(from: 0, 170, to: 20, -170) == [0, 1, 4])
        #expect(try found(from: 0, 170, to: 20, 180) == [0, 4])
        #expect(try found(from: -90, -180, to: 90, 180) == [0, 1, 2, 3, 4])
        #expect(try found(from: 10, 0, to: 10, 0) == [2])
        #expect(try found(from: 50, -180, to: 60, 180) == [])
    }

    @Test("invalid areas are rejected")
    func badArea() {
        #expect(Area(south: 1, west: 0, north: 0, east: 1) == nil)
        #expect(Area(south: -91, west: 0, north: 0, east: 1) == nil)
        #expect(Area(south: 0, west: .nan, north: 0, east: 1) == nil)
        #expect(Area(south: 0, west: 0, north: 0, east: 181) == nil)
    }

    @Test("an error of the body ends the iteration", arguments: StoreKind.allCases)
    func stops(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points(0..<10))
        var seen = 0
        #expect(throws: Stop.self) {
            _ = try tested.store.forEachPoint(.all) { _ in
                seen += 1
                if seen == 3 { throw Stop() }
            }
        }
        #expect(seen == 3)
        #expect(try tested.points().count == 10)
        #expect(try tested.add(try Sample.points([20])) == 1)
    }

    @Test("the neighbours of a moment are found, near and far", arguments: StoreKind.allCases)
    func neighbours(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points([100, 200, 3700, 90_000]))
        try tested.add(try Sample.points([150, 50_000], device: "other"))
        func found(_ second: Double, _ device: String? = nil) throws -> [Int?] {
            let answer = try tested.store.neighbours(of: Sample.time(second), device: device)
            return [answer.before, answer.after].map { $0.map { [$0].seconds[0] } }
        }
        #expect(try found(99) == [nil, 100])
        #expect(try found(100) == [100, 100])
        #expect(try found(120) == [100, 150])
        #expect(try found(120, Sample.device) == [100, 200])
        #expect(try found(199.999, Sample.device) == [100, 200])
        #expect(try found(3600) == [200, 3700])
        #expect(try found(60_000) == [50_000, 90_000])
        #expect(try found(60_000, Sample.device) == [3700, 90_000])
        #expect(try found(90_001) == [90_000, nil])
        #expect(try found(120, "nowhere") == [nil, nil])
        for extreme in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
            let answer = try tested.store.neighbours(of: extreme, device: nil)
            #expect((answer.before == nil) != (answer.after == nil))
        }
    }

    @Test("each hour and device has a line, by start", arguments: StoreKind.allCases)
    func outlines(kind: StoreKind) throws {
        let tested = try kind.make()
        let (path, other) = (try Sample.points(0..<5000), try Sample.points(1000..<1100, device: "other"))
        try tested.add(path + other)
        let outlines = try tested.store.outlines()
        #expect(outlines.map(\.device) == [Sample.device, "other", Sample.device])
        #expect(outlines[0].outline == Outline(simplifying: tested.back(path[..<3600])))
        #expect(outlines[2].outline.vertices.last?.timestamp == Sample.time(4999))
        #expect(try tested.store.outlines(PointQuery(from: Sample.time(3600))).count == 1)
        #expect(try tested.store.outlines(PointQuery(device: "other")).map(\.device) == ["other"])
        let elsewhere = try #require(Area(south: 50, west: 0, north: 60, east: 10))
        #expect(try tested.store.outlines(PointQuery(within: elsewhere)) == [])
        let here = try #require(Area(south: -38, west: 144, north: -37, east: 145))
        #expect(try tested.store.outlines(PointQuery(within: here)).count == 3)
    }

    @Test("the statistics have the counts and the gaps", arguments: StoreKind.allCases)
    func info(kind: StoreKind) throws {
        let tested = try kind.make()
        try tested.add(try Sample.points([10, 3610, 7211, 20_000, 20_001]))
        try tested.add(try Sample.points([12_000], device: "other"))
        let info = try tested.store.info()
        #expect(info.fixes == 6)
        #expect(info.first == Sample.time(10) && info.last == Sample.time(20_001))
        #expect(info.gaps.map(\.from) == [3610, 7211, 12_000].map(Sample.time))
        #expect(info.gaps.map(\.to) == [7211, 12_000, 20_000].map(Sample.time))
        switch kind {
        case .memory: #expect(info.segments == 0)
        case .rows: #expect(info.segments == 0 && info.recent == 6 && info.bytes > 0)
        case .sealed, .loaded: #expect(info.segments == 5 && info.recent == 0 && info.bytes > 0)
        }
    }
}

extension TestedStore {
    /// Returns points as the store returns them.
    func back(_ points: some Sequence<TrackPoint>) -> [TrackPoint] {
        points.compactMap { QuantisedPoint($0).point(device: $0.fix.device) }
    }
}
