import Basics
import FleetProtocol
import History
import HistoryEncoding
import Location
import PostgreSQL
import Simulator
import TestSupport
import Testing

@testable import FleetStore

/// A history in PostgreSQL reads like a store in memory, whatever way the points took, and so does the view of SQL.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetHistoryModelTests {
    private enum Step: CaseIterable {
        case rows, merge, upload, seal, days
    }

    private let database: HistoryDatabase
    private let model = MemoryHistory()

    private let ingest: UploadStore

    init() throws {
        database = try HistoryDatabase()
        ingest = UploadStore(try database.database.connect())
    }

    private func points(_ numbers: inout SeededGenerator) throws -> [TrackPoint] {
        let start = Int.random(in: 0..<20_000, using: &numbers)
        let step = Int.random(in: 1...100, using: &numbers)
        let seconds = (0..<Int.random(in: 0...300, using: &numbers)).map { start + $0 * step }
        return try Sample.points(seconds.shuffled(using: &numbers))
    }

    private func query(_ numbers: inout SeededGenerator) -> PointQuery {
        let from = Double.random(in: -1000...45_000, using: &numbers)
        let south = -38 + Double.random(in: 0...0.4, using: &numbers)
        let area = Area(south: south, west: 144, north: south + 0.2, east: 145)
        return PointQuery(
            from: Sample.time(from), to: Sample.time(from + Double.random(in: 0...20_000, using: &numbers)),
            device: [nil, HistoryDatabase.name].randomElement(using: &numbers) ?? nil,
            within: [nil, area].randomElement(using: &numbers) ?? nil)
    }

    private func add(_ numbers: inout SeededGenerator, _ step: Step) throws {
        let points = try points(&numbers)
        _ = model.append(points)
        switch step {
        case .rows: try database.addRows(points)
        case .merge: try database.merge(points)
        default: try upload(points)
        }
    }

    /// Uploads as devices do, so that only points of the last hours become rows.
    private func upload(_ points: [TrackPoint]) throws {
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name(HistoryDatabase.name), content: UploadedItems(points: points),
            received: Sample.time(20_000))
        #expect(try ingest.store([upload]) == [.stored(points.count, refused: [])])
    }

    private func compare(_ query: PointQuery, at moment: Timestamp) throws {
        var expected: [TrackPoint] = []
        _ = model.forEachPoint(query) { expected.append($0) }
        try #require(try database.points(query) == expected)
        #expect(try database.history.neighbours(of: moment, device: nil) == model.neighbours(of: moment, device: nil))
    }

    @Test("the same points by any way are the same history", arguments: 1...6 as ClosedRange<UInt64>)
    func same(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let moment = Sample.time(Double.random(in: 0...45_000, using: &numbers))
            switch Step.allCases.randomElement(using: &numbers) ?? .rows {
            case .seal: _ = try database.seal(before: moment)
            case .days: try RecentDays(database.connection).add(at: moment)
            case let step: try add(&numbers, step)
            }
            try compare(query(&numbers), at: moment)
        }
        try compareView()
        while try !database.seal(before: Sample.time(100_000)).isComplete {}
        #expect(try database.count("SELECT count(*) FROM whereismy.recent") == 0)
        try compare(.all, at: Sample.time(0))
        try compareView()
        try compareLines(query(&numbers))
    }

    /// Compares the points with those of SQL, in units.
    private func compareView() throws {
        let rows = try database.database.superuser().query(
            """
            SELECT (extract(epoch FROM time) * 1000)::bigint, latitude, longitude, altitude, speed, climb, satellites
            FROM whereismy.fixes($1, 'epoch', '3000-01-01') ORDER BY time
            """, [.text(HistoryDatabase.name)])
        let points = try database.points()
        try #require(rows.count == points.count)
        for (row, point) in zip(rows, points) {
            #expect(row.integer(at: 0) == point.timestamp.milliseconds)
            #expect(row.real(at: 1) == point.coordinate.latitude && row.real(at: 2) == point.coordinate.longitude)
            #expect(row.real(at: 3) == point.fix.altitude && row.real(at: 4) == point.fix.speed)
            #expect(row.real(at: 5) == point.fix.climb && row.integer(at: 6) == point.satellitesUsed.map(Int64.init))
        }
    }

    /// Compares lines of whole hours, once all are sealed.
    private func compareLines(_ query: PointQuery) throws {
        var (lines, expectedLines): ([DeviceOutline], [DeviceOutline]) = ([], [])
        #expect(try database.history.forEachOutline(.all) { lines.append($0) } == [])
        _ = model.forEachOutline(.all) { expectedLines.append($0) }
        #expect(lines == expectedLines)
    }
}
