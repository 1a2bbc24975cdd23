import Basics
import History
import Location
import PostgreSQL
import TestSupport
import Testing

@testable import FleetStore

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct RetentionTests {
    private let database: HistoryDatabase

    init() throws { database = try HistoryDatabase() }

    @Test("whole hours go once they are older than the days of their device, and no other device's")
    func hours() throws {
        try database.database.add("boat")
        try database.connection.execute("UPDATE whereismy.device SET retention_days = 1 WHERE name = 'van'")
        try database.merge(try Sample.points(stride(from: 0, to: 7200, by: 60)))
        try database.addRows(try Sample.points([30, 3630]))
        try database.connection.execute(
            """
            INSERT INTO whereismy.event(device, kind, place, time, since, received)
            SELECT id, 'enter', 'Home', \(Sample.time(10).milliseconds), 0, 0 FROM whereismy.device;
            UPDATE whereismy.last SET time = \(Sample.time(10).milliseconds), latitude = 1, longitude = 1, state = 1
            """)
        let job = RetentionJob(database.connection)
        #expect(try job.run(at: Sample.time(86_400 + 3599)) == 0)
        #expect(try database.points().count == 122)
        #expect(try job.run(at: Sample.time(86_400 + 3600)) == 1)
        #expect(try database.points().seconds.allSatisfy { $0 >= 3600 })
        #expect(try database.points().count == 61)
        #expect(try database.count("SELECT count(*) FROM whereismy.event") == 1)
        #expect(try database.count("SELECT count(*) FROM whereismy.last WHERE latitude IS NOT NULL") == 1)
        #expect(try job.run(at: Sample.time(3 * 86_400)) == 1)
        #expect(try database.points() == [])
    }

    @Test("what is left of devices that are gone is deleted, and nothing else")
    func leftovers() throws {
        try database.merge(try Sample.points(stride(from: 0, to: 7200, by: 60)))
        try database.addRows(try Sample.points([30, 3630]))
        let count = try database.points().count
        try database.connection.execute(
            """
            INSERT INTO whereismy.segment SELECT 77, hour, part, first, last, count, distance, south, west, north, east,
                outline, blob FROM whereismy.segment;
            INSERT INTO whereismy.recent(time, device, latitude, longitude, state) VALUES(1, 78, 0, 0, 0), (2, 79, 0, 0, 0)
            """)
        _ = try RetentionJob(database.connection).run(at: Sample.time(0))
        #expect(try database.count("SELECT count(*) FROM whereismy.segment WHERE device >= 77") == 0)
        #expect(try database.count("SELECT count(*) FROM whereismy.recent WHERE device >= 77") == 0)
        #expect(try database.points().count == count)
    }

    @Test("place events are read by moment, those of silence are not among them")
    func events() throws {
        try database.connection.execute(
            """
            INSERT INTO whereismy.event(device, kind, place, time, since, received, latitude, longitude, distance)
            SELECT id, kind, place, time, 5, 0, 1.5, -2.5, NULL FROM whereismy.device, (VALUES
                ('leave', 'Home', 3000), ('enter', 'Home', 1000), ('silent', '', 2000), ('dragging', 'anchor', 2000))
                AS e(kind, place, time)
            """)
        var events: [PlaceEvent] = []
        try database.history.forEachPlaceEvent(.all, place: nil) { events.append($0) }
        #expect(events.map(\.kind) == [.enter, .dragging, .leave])
        #expect(events.first?.coordinate == Coordinate(latitude: 1.5, longitude: -2.5))
        events = []
        let span = TimeSpan(from: Timestamp(milliseconds: 1001), to: nil)
        try database.history.forEachPlaceEvent(span, place: "Home") { events.append($0) }
        #expect(events.map(\.moment.milliseconds) == [3000])
    }
}
