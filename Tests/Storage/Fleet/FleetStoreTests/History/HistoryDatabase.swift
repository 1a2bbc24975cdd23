import Basics
import FleetProtocol
import History
import HistoryEncoding
import Location
import PostgreSQL
import TestSupport
import Testing

@testable import FleetStore

/// A database with one device, and its history as an administrator sees it.
struct HistoryDatabase {
    static let name = "van"

    let connection: PostgresConnection
    let history: DeviceHistory
    let segments: SegmentStore
    let device: Int64
    let database: FleetTestDatabase

    init() throws {
        database = try FleetTestDatabase()
        try database.add(Self.name)
        connection = try database.connect()
        segments = SegmentStore(connection: connection)
        let sql = """
            INSERT INTO whereismy.member(name, is_admin, created) VALUES('admin', true, 0) RETURNING id
            """
        let member = try #require(try connection.query(sql).first?.integer(at: 0))
        let viewer = FleetViewer(.member(Int32(member)), name: "admin", isAdmin: true)
        let reader = FleetReader(try database.connect(), as: viewer)
        history = try #require(try reader.history(of: FleetTestDatabase.name(Self.name)))
        device = history.device
    }

    func hour(_ number: Hour) -> StoredHour { StoredHour(device: device, name: Self.name, hour: number) }

    /// Adds rows, as the ingest does.
    func addRows(_ points: [TrackPoint]) throws {
        let places = (3...15).map { "$\($0)" }.joined(separator: ", ")
        for point in points {
            let steps = QuantisedPoint(point)
            try connection.query(
                """
                INSERT INTO whereismy.recent(device, time, \(RecentRows.columns)) VALUES($1, $2, \(places))
                ON CONFLICT DO NOTHING
                """, [.integer(device), .integer(steps.timestamp.milliseconds)] + steps.columns.map(PostgresValue.init))
        }
    }

    /// Merges points into the segments of their hours.
    @discardableResult
    func merge(_ points: [TrackPoint]) throws -> [SegmentStore.Change] {
        try HourGroups(points).groups.map { group in
            try connection.transaction { try segments.merge(group.points, into: hour(group.hour)) }
        }
    }

    func seal(before moment: Timestamp) throws -> SealingJob.Report {
        try SealingJob(connection).run(before: moment, atMost: 1000)
    }

    func points(_ query: PointQuery = .all) throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        let damaged = try history.forEachPoint(query) { points.append($0) }
        #expect(damaged == [])
        return points
    }

    func count(_ sql: String) throws -> Int64? { try database.superuser().query(sql).first?.integer(at: 0) }
}

/// Sample points.
enum Sample {
    /// 2026-01-01T00:00:00Z.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)
    static let hour = Hour(containing: start)

    static func time(_ seconds: Double) -> Timestamp { start + .milliseconds(Int64(seconds * 1000)) }

    /// Returns a point, as a store returns it, whose values follow from its time.
    static func point(_ second: Int, latitude: Double? = nil) throws -> TrackPoint {
        var fix = Fix(device: HistoryDatabase.name, mode: .threeDimensional)
        fix.timestamp = time(Double(second))
        fix.coordinate = Coordinate(latitude: latitude ?? -37.8 + Double(second) * 1e-5, longitude: 144.9632)
        fix.altitude = second.isMultiple(of: 3) ? nil : -Double(second % 100)
        fix.speed = Double(second % 50)
        fix.climb = second.isMultiple(of: 5) ? -0.25 : nil
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        let point = try #require(TrackPoint(fix, motion: .moving, satellitesUsed: second % 12))
        return try #require(QuantisedPoint(point).point(device: HistoryDatabase.name))
    }

    static func points(_ seconds: some Sequence<Int>) throws -> [TrackPoint] { try seconds.map { try point($0) } }
}

extension Collection where Element == TrackPoint {
    /// Whole seconds since the start of the samples.
    var seconds: [Int] { map { Int(($0.timestamp - Sample.start).milliseconds / 1000) } }
}

extension FleetReader {
    /// Returns the history of a device, as the viewer may see it; nil if there is no device that the viewer may see.
    ///
    /// A device whose history the viewer may not see has an empty one.
    func history(of name: DeviceName) throws -> DeviceHistory? {
        let (connection, viewer) = (connection, viewer)
        let rows = try read {
            try connection.query("SELECT id FROM whereismy.device WHERE name = $1", [.text(name.text)])
        }
        return rows.first?.integer(at: 0).map { device in
            DeviceHistory(connection, device: device, name: name.text) { connection in
                try Self.restrict(connection, to: viewer)
            }
        }
    }
}
