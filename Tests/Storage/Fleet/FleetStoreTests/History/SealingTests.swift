import Basics
import FleetProtocol
import History
import HistoryEncoding
import Location
import PostgreSQL
import TestSupport
import Testing

@testable import FleetStore

/// Rows become segments, and nothing is lost by damage, by other collectors or by late points.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SealingTests {
    private let database: HistoryDatabase

    init() throws { database = try HistoryDatabase() }

    @Test("full hours become segments, and the rest stays")
    func seals() throws {
        let points = try Sample.points(0..<9000)
        try database.addRows(points)
        let report = try database.seal(before: Sample.time(7300))
        #expect(report.hours == 2 && report.fixes == 7200 && !report.isComplete)
        #expect(try database.seal(before: Sample.time(7300)).isComplete)
        #expect(try database.count("SELECT count(*) FROM whereismy.segment") == 2)
        #expect(try database.count("SELECT count(*) FROM whereismy.recent") == 1800)
        #expect(try database.points() == points)
    }

    @Test("of points of one time, the first stored in a segment counts")
    func firstWins() throws {
        try database.merge([try Sample.point(5), try Sample.point(5, latitude: 1)])
        try database.addRows([try Sample.point(5, latitude: 2), try Sample.point(6)])
        #expect(try database.points() == Sample.points([5, 6]))
        #expect(try database.seal(before: Sample.time(3600)).fixes == 2)
        #expect(try database.merge([try Sample.point(6, latitude: 3)]) == [SegmentStore.Change(read: 2)])
        #expect(try database.points() == Sample.points([5, 6]))
    }

    @Test("a damaged segment stays, is reported, and takes nothing with it")
    func damage() throws {
        try database.merge(try Sample.points(0..<100))
        try database.connection.execute(
            "UPDATE whereismy.segment SET blob = set_byte(blob, 60, 255 - get_byte(blob, 60))")
        let damaged = try #require(try database.merge(try Sample.points(50..<60)).first?.damaged.first)
        #expect(damaged.first == Sample.start && damaged.count == 100)
        try database.addRows(try Sample.points(55..<70))
        #expect(try database.seal(before: Sample.time(3600)).damaged == [damaged])
        var points: [TrackPoint] = []
        #expect(try database.history.forEachPoint(.all) { points.append($0) } == [damaged])
        #expect(points == (try Sample.points(50..<70)))
        #expect(try database.count("SELECT count(*) FROM whereismy.segment") == 2)
        #expect(try database.count("SELECT count(*) FROM whereismy.fix") == 20)
        let neighbours = try database.history.neighbours(of: Sample.time(40), device: nil)
        #expect(neighbours.after?.timestamp == Sample.time(50) && neighbours.damaged.contains(damaged))
    }

    @Test("devices have turns: one with many hours keeps no other waiting")
    func turns() throws {
        try database.database.add("boat")
        let other = try #require(
            try database.connection.query("SELECT id FROM whereismy.device WHERE name = 'boat'").first?.integer(at: 0))
        for hour in 0..<6 { try database.addRows([try Sample.point(3600 * hour)]) }
        try database.connection.execute(
            """
            INSERT INTO whereismy.recent(device, time, latitude, longitude, state)
            SELECT \(other), time, latitude, longitude, state FROM whereismy.recent ORDER BY time LIMIT 2
            """)
        #expect(try SealingJob(database.connection).run(before: Sample.time(90_000), atMost: 4).hours == 4)
        #expect(try database.count("SELECT count(*) FROM whereismy.segment WHERE device = \(other)") == 2)
        #expect(try SealingJob(database.connection).run(before: Sample.time(90_000), atMost: 9).hours == 4)
    }

    @Test("a device whose clock is days ahead is found by probes of the index, not by all its rows")
    func clockAhead() throws {
        let ahead = Sample.time(3 * 86_400).milliseconds
        func add(_ count: Int, from time: Int64) throws {
            try database.connection.execute(
                """
                INSERT INTO whereismy.recent(device, time, latitude, longitude, state)
                SELECT \(database.device), \(time) + 1000 * n, 0, 0, 0 FROM generate_series(1, \(count)) n
                """)
        }
        try add(3000, from: ahead)
        let sql = SealingJob.devices.replacing("$1", with: "\(Sample.start.milliseconds)")
        let plan = try database.connection.query("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) \(sql)").map {
            $0.text(at: 0) ?? ""
        }
        let counts = plan.flatMap { line in
            line.split { " ()".contains($0) }.compactMap { word in
                ["rows=", "loops="].contains { word.hasPrefix($0) } ? Double(word.drop { $0 != "=" }.dropFirst()) : nil
            }
        }
        #expect(!counts.isEmpty && counts.allSatisfy { $0 < 10 }, "\(plan.joined(separator: "\n"))")
        #expect(try database.connection.query(sql).isEmpty)
        try add(1, from: ahead + 3 * 86_400_000)
        #expect(try database.connection.query(sql).count == 1)
    }

    @Test("an hour that another collector writes is left to it")
    func locked() throws {
        try database.addRows(try Sample.points(0..<10))
        let other = try database.database.connect()
        try other.transaction {
            let isLocked = try SegmentStore(connection: other).tryLock(database.hour(Sample.hour))
            #expect(isLocked)
            #expect(try database.seal(before: Sample.time(3600)).hours == 0)
        }
        #expect(try database.seal(before: Sample.time(3600)).hours == 1)
    }

    @Test("a run seals an hour however late it is, and ends when its time is over")
    func time() throws {
        for hour in 0..<3 { try database.addRows([try Sample.point(3600 * hour)]) }
        let report = try SealingJob(database.connection).run(before: Sample.time(90_000), atMost: 9) { false }
        #expect(report.hours == 1 && !report.isComplete)
        #expect(try database.seal(before: Sample.time(90_000)).hours == 2)
    }

    /// Stores fixes of hours that are sealed.
    private func storeLate(_ seconds: some Sequence<Int>) throws -> [UploadResult] {
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name(HistoryDatabase.name),
            content: UploadedItems(points: try Sample.points(seconds)), received: Sample.time(100_000))
        return try UploadStore(database.connection).store([upload])
    }

    @Test("an upload that touches many sealed hours writes some of them again, and the job the others")
    func manyLateHours() throws {
        try database.merge(try Sample.points((0..<36_000).filter { !$0.isMultiple(of: 60) }))
        #expect(try storeLate(stride(from: 0, to: 36_000, by: 60)) == [.stored(600, refused: [])])
        #expect(try database.count("SELECT count(*) FROM whereismy.recent") == 4 * 60)
        let points = try Sample.points(0..<36_000)
        #expect(try database.points() == points)
        #expect(try database.seal(before: Sample.time(90_000)).fixes == 4 * 60)
        #expect(try database.points() == points)
    }

    @Test("an upload to an hour that another transaction writes does not wait for it")
    func lateAndLocked() throws {
        try database.merge(try Sample.points(100..<200))
        let other = try database.database.connect()
        try other.transaction {
            let isLocked = try SegmentStore(connection: other).tryLock(database.hour(Sample.hour))
            #expect(isLocked)
            #expect(try storeLate(0..<150) == [.stored(150, refused: [])])
        }
        #expect(try database.count("SELECT count(*) FROM whereismy.recent") == 150)
        #expect(try database.points() == Sample.points(0..<200))
        #expect(try database.seal(before: Sample.time(3600)).fixes == 150)
        #expect(try database.points() == Sample.points(0..<200))
    }

    private func dense(_ range: Range<Int>) throws -> [TrackPoint] {
        try range.map { index in
            var fix = try Sample.point(0).fix
            fix.timestamp = Sample.start + .milliseconds(Int64(index) * 50)
            return try #require(TrackPoint(fix))
        }
    }

    @Test("an hour keeps no more points than one segment, and what it has stays")
    func limit() throws {
        let change = try #require(try database.merge(try dense(0..<70_000)).first)
        #expect(change.added == 65_536 && change.refused.count == 4464)
        let more = try Sample.points([0, 3599])
        #expect(try database.merge(more).first?.refused == [Sample.time(3599)])
        try database.addRows(more)
        let report = try database.seal(before: Sample.time(3600))
        #expect(report.fixes == 2 && report.refused == 1)
        #expect(try database.count("SELECT count(*) FROM whereismy.segment") == 1)
        #expect(try database.count("SELECT count(*) FROM whereismy.recent") == 0)
        #expect(try database.points() == dense(0..<65_536))
    }

    @Test("an upload beyond the limit of an hour is refused, each fix with the reason")
    func refusal() throws {
        try database.merge(try dense(0..<65_500))
        let content = UploadedItems(points: try dense(65_450..<65_560))
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name(HistoryDatabase.name), content: content, received: Sample.time(20_000))
        let answer = try #require(try UploadStore(database.connection).store([upload]).first)
        guard case .stored(86, let refused) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(refused.map(\.index) == Array(86..<110))
        #expect(refused.first?.reason == "more than 65536 fixes in an hour of a device")
    }

    @Test("partitions of days are added with the rows that wait, and dropped once they are empty")
    func partitions() throws {
        let days = RecentDays(database.connection)
        try database.addRows(try Sample.points([-1, 0, 90_000]))
        try days.add(at: Sample.start)
        try days.add(at: Sample.start)
        #expect(try database.count("SELECT count(*) FROM whereismy.recent_days()") == 3)
        #expect(try database.database.count("whereismy.recent_default") == 0)
        #expect(try database.points().seconds == [-1, 0, 90_000])
        for _ in 0..<2 { _ = try database.seal(before: Sample.time(86_400)) }
        #expect(try database.count("SELECT count(*) FROM whereismy.recent_days()") == 1)
        #expect(try database.points().seconds == [-1, 0, 90_000])
    }
}
