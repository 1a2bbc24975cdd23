import Access
import Basics
import FleetProtocol
import FleetStore
import History
import Location
import PostgreSQL
import TestSupport
import Testing

/// A link's history has every fix of its time, also in the hours in which that time begins and ends.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SharedHistoryTests {
    private let database: FleetTestDatabase
    private let connection: PostgresConnection
    /// The database's own clock, by which it judges.
    private let now: Timestamp
    /// The start of two sealed hours.
    private let start: Timestamp
    /// The times of all fixes.
    private let times: [Timestamp]

    init() throws {
        database = try FleetTestDatabase()
        connection = try database.connect()
        let row = try connection.query("SELECT (extract(epoch FROM now()) * 1000)::bigint").first
        now = Timestamp(milliseconds: try #require(row?.integer(at: 0)))
        try database.add("van")
        start = Timestamp(milliseconds: (now.milliseconds / 3_600_000 - 24) * 3_600_000)
        let sealed = (0..<120).map { [start] in $0 * 60 + Int((start - FleetTestDatabase.now).inSeconds) }
        let recent = (0..<60).map { [now] in $0 * 60 + Int((now - FleetTestDatabase.now).inSeconds) - 3600 }
        _ = try UploadStore(connection).store([FleetTestDatabase.upload("van", sealed + recent, received: now)])
        // Rows of the sealed hours, as they are until they are sealed too.
        let late = [1815, 3595, 5430].map { [start] in start + .seconds($0) }
        for time in late {
            try connection.query(
                """
                INSERT INTO whereismy.recent(device, time, latitude, longitude, state)
                SELECT id, $1, 100000000, 200000000, 2 FROM whereismy.device
                """, [.integer(time.milliseconds)])
        }
        times = ((sealed + recent).map { FleetTestDatabase.now + .seconds($0) } + late).sorted()
    }

    private func history(
        _ precision: Double?, since: Timestamp, until: Timestamp?
    ) throws -> (SharedHistory, device: FleetDevice) {
        var options = ShareOptions(end: .after(.seconds(600)), since: since)
        (options.precision, options.delay) = (precision, until.map { now - $0 } ?? .zero)
        let share = try database.administration().addShare(
            of: .device(FleetTestDatabase.name("van")), options, at: now
        ).share
        let devices = try FleetReader(connection, as: FleetViewer(share)).devices(at: now)
        let device = try #require(devices.first)
        return (SharedHistory(connection, of: device, as: share, at: now), device)
    }

    @Test(
        arguments: [nil, 1000.0], [(-7200, nil), (1800, nil), (1800, 5400), (1800, 2400), (3600, 7199), (600, 1817)])
    func everyFixOfTheTimeIsVisible(_ precision: Double?, _ span: (Int, Int?)) throws {
        let (since, until) = (start + .seconds(span.0), span.1.map { start + .seconds($0) })
        let history = try history(precision, since: since, until: until).0
        // The clock goes on while the test runs.
        let visible = times.filter { $0 >= since && $0 <= until ?? now }
        #expect(visible.count > 10)
        var found: [Timestamp] = []
        #expect(try history.forEachPoint(.all) { found.append($0.timestamp) }.isEmpty)
        #expect(found == visible)
        for last in [visible[5], visible[visible.count - 2] + .seconds(1), now] {
            let expected = visible.last { $0 <= last }
            #expect(try history.newest(upTo: last)?.timestamp == expected)
            let query = PointQuery(from: visible[3], to: last)
            found = []
            _ = try history.forEachPoint(query) { found.append($0.timestamp) }
            #expect(found == visible.filter { $0 >= visible[3] && $0 <= last })
        }
        #expect(try history.newest(upTo: since + .milliseconds(-1)) == nil)
    }

    @Test func theNewestFixIsThatOfThePoints() throws {
        for precision in [nil, 30, 2500.0] {
            for moment in [start + .seconds(1815), start + .seconds(3000), now] {
                let history = try history(precision, since: start, until: nil).0
                var last: TrackPoint?
                _ = try history.forEachPoint(PointQuery(to: moment)) { last = $0 }
                #expect(try history.newest(upTo: moment)?.coordinate == last?.coordinate)
                #expect(try history.newest(upTo: moment)?.fix.speed == (precision == nil ? last?.fix.speed : nil))
                #expect(try history.neighbours(of: moment, device: nil).before?.timestamp == last?.timestamp)
            }
        }
    }

    @Test func aDelayedLinkKnowsTheStaleAfterOfItsDevice() throws {
        try connection.query("UPDATE whereismy.last SET stale_after = 7200000")
        let device = try history(1000, since: start, until: now + .seconds(-600)).device
        #expect(device.staleAfter == .seconds(7200))
        #expect(device.point == nil && device.received == nil && device.status == nil && device.isOnline == nil)
    }
}
