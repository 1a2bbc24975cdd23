import Access
import Basics
import FleetProtocol
import FleetStore
import History
import Location
import PostgreSQL
import TestSupport
import Testing

/// What the holders of a link, and of a token with a role, see by SQL.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ShareSecurityTests {
    private let database: FleetTestDatabase
    /// The database's own clock, by which it judges.
    private let now: Timestamp

    init() throws {
        database = try FleetTestDatabase()
        let row = try database.superuser().query("SELECT (extract(epoch FROM now()) * 1000)::bigint").first
        now = Timestamp(milliseconds: try #require(row?.integer(at: 0)))
        try database.add("van")
        let ingest = UploadStore(try database.connect())
        let event = PlaceEvent(.enter, place: "Depot", moment: now, since: now)
        // The last hour is rows, the hour a day before a segment.
        let hour = Timestamp(milliseconds: (now.milliseconds / 3_600_000 - 24) * 3_600_000)
        let old = try (0..<120).map { try point($0, at: hour + .seconds(30 * $0)) }
        let points = try old + (120..<180).map { try point($0, at: now + .seconds(60 * ($0 - 179))) }
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name("van"), content: UploadedItems(points: points, events: [event]),
            received: now)
        _ = try ingest.store([upload])
        try database.superuser().execute(
            """
            UPDATE whereismy.last SET status = '{\"state\":\"online\"}', is_online = true, suspect_time = 1,
                stale_after = 3600000
            """)
    }

    private func point(_ number: Int, at time: Timestamp) throws -> TrackPoint {
        var fix = Fix(device: "van", mode: .threeDimensional)
        fix.timestamp = time
        fix.coordinate = Coordinate(latitude: -37.8123456 + Double(number) / 1e3, longitude: 144.9612345)
        (fix.altitude, fix.speed, fix.course) = (31.25, 12.5, 90)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .estimate)
        return try #require(TrackPoint(fix, motion: .moving, satellitesUsed: 9))
    }

    private func share(
        precision: Double? = nil, delay: Duration = .zero, since: Duration = .seconds(200_000)
    ) throws -> FleetShare {
        var options = ShareOptions(end: .after(.seconds(600)), since: now + (.zero - since))
        (options.precision, options.delay) = (precision, delay)
        return try database.administration().addShare(
            of: .device(FleetTestDatabase.name("van")), options, at: now
        ).share
    }

    /// Returns the first column of a query as a viewer.
    private func texts(_ sql: String, _ viewer: FleetViewer) throws -> [String] {
        let connection = try database.connect()
        return try connection.transaction {
            try FleetReader.restrict(connection, to: viewer)
            return try connection.query(sql).map { $0.text(at: 0) ?? "" }
        }
    }

    private func rows(_ relation: String, _ viewer: FleetViewer) throws -> [String] {
        try texts("SELECT to_jsonb(r)::text FROM whereismy.\(relation) r", viewer)
    }

    /// All relations and functions from which the role of viewers may read.
    private func everything(_ viewer: FleetViewer) throws -> [String] {
        let tables = try database.superuser().query(
            """
            SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = 'whereismy'::regnamespace
                AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege('whereismy_viewer', c.oid, 'SELECT')
            """
        ).compactMap { $0.text(at: 0) }
        let van = "(SELECT id FROM whereismy.device)"
        let calls = [
            "shared_last()", "shared_hours(\(van), 0, 9223372036854775807)",
            "shared_hours(\(van), 0, 9223372036854775807) h CROSS JOIN LATERAL whereismy.shared_fixes(\(van), h)",
            "shared_newest(\(van), 9223372036854775807)",
        ]
        return try tables.flatMap { try rows($0, viewer) }
            + calls.flatMap { try texts("SELECT to_jsonb(r)::text FROM (SELECT * FROM whereismy.\($0)) r", viewer) }
    }

    @Test func aShareReadsNoStatusAndNoEventAnywhere() throws {
        for precision in [nil, 1000.0] {
            let viewer = FleetViewer(try share(precision: precision))
            for relation in ["last", "event", "team", "team_device", "member", "team_member", "share"] {
                #expect(try rows(relation, viewer).isEmpty, "\(relation)")
            }
            let all = try everything(viewer)
            #expect(!all.contains { $0.contains("\"online\"") || $0.contains("Depot") })
            #expect(try texts("SELECT count(*)::text FROM whereismy.shared_last()", viewer) == ["1"])
        }
    }

    /// The steps of all stored latitudes: none of them may be in anything that a rounded share reads.
    @Test func aRoundedShareReadsNoExactPositionAnywhere() throws {
        let viewer = FleetViewer(try share(precision: 100))
        let all = try everything(viewer)
        #expect(all.count > 180)
        let exact = try database.superuser().query("SELECT (latitude * 1e7)::bigint::text FROM whereismy.fix")
            .compactMap { $0.text(at: 0) }
        #expect(exact.count == 180)
        for text in exact { #expect(!all.contains { $0.contains(text) }) }
        for text in ["1449612345", "\"altitude\": 3125", "\"speed\": 1250"] {
            #expect(!all.contains { $0.contains(text) }, "\(text)")
        }
        #expect(try rows("recent", viewer).isEmpty && rows("segment", viewer).isEmpty)
        #expect(throws: PostgresError.self) { try rows("fix", viewer) }
        let exactViewer = FleetViewer(try share())
        #expect(try rows("recent", exactViewer).count == 60 && rows("segment", exactViewer).count == 1)
    }

    @Test(arguments: [1, 30, 100, 2500, 100_000.0])
    func theDatabaseRoundsAsTheServiceDoes(_ precision: Double) throws {
        let connection = try database.connect()
        let device = try #require(
            try FleetReader(connection, as: FleetViewer(share(precision: precision))).devices(at: now).first)
        let history = SharedHistory(connection, of: device, as: try share(precision: precision), at: now)
        var points: [TrackPoint] = []
        _ = try history.forEachPoint(PointQuery()) { points.append($0) }
        #expect(points.count == 180)
        #expect(points.map(\.timestamp) == points.map(\.timestamp).sorted())
        #expect(points.allSatisfy { $0.fix.speed == nil && $0.fix.altitude == nil && $0.satellitesUsed == nil })
        let last = try #require(points.last)
        #expect(device.point?.coordinate == last.coordinate && device.status == nil && device.isOnline == nil)
        let away = try last.coordinate.distance(to: point(179, at: now).coordinate)
        // Half of the diagonal; cells are larger than the precision by a row at most.
        #expect(away > 0 && away <= precision * 0.75)
        #expect((last.fix.horizontalAccuracy?.radius ?? 0) >= 4.2 - 0.1)
        let neighbours = try history.neighbours(of: now + .seconds(-90), device: nil)
        #expect(neighbours.before?.timestamp == now + .seconds(-120))
        #expect(neighbours.after?.timestamp == now + .seconds(-60))
    }

    @Test func aShareSeesFromItsStartAndNoLaterThanItsDelay() throws {
        let recent = FleetViewer(try share(since: .seconds(1800)))
        #expect(try rows("recent", recent).count == 31)
        #expect(try rows("segment", recent).isEmpty)
        let rounded = try share(precision: 1000, delay: .seconds(600), since: .seconds(3600))
        let hidden = try rows("shared_last()", FleetViewer(rounded))
        #expect(hidden.count == 1 && hidden.allSatisfy { !$0.contains(text: String(now.milliseconds)) })
        #expect(hidden.first?.contains("\"stale_after\": 3600000") == true)
        #expect(hidden.first?.contains("\"latitude\": null") == true)
        #expect(try everything(FleetViewer(rounded)).filter { $0.contains("\"latitude\": -") }.count == 51)
        let late = try share(since: .seconds(-300))
        #expect(try rows("shared_last()", FleetViewer(late)).first?.contains("\"latitude\": null") == true)
        try database.administration().endShare(late.name, at: now)
        #expect(try everything(FleetViewer(late)).isEmpty)
    }

    /// A segment is read whole; its fixes before the share's start, or after its delay, would be too.
    @Test func aShareSeesNoHourThatBeginsBeforeItAndNoStatusAlone() throws {
        let first = try database.superuser().query("SELECT min(first) FROM whereismy.segment").first?.integer(at: 0)
        let start = Timestamp(milliseconds: try #require(first))
        let age = now - start
        let (whole, cut) = try (share(since: age), share(since: age - .milliseconds(1)))
        #expect(try rows("segment", FleetViewer(whole)).count == rows("segment", FleetViewer(cut)).count + 1)
        try database.superuser().execute("UPDATE whereismy.last SET time = NULL")
        #expect(try rows("shared_last()", FleetViewer(whole)).isEmpty)
    }

    @Test func membersGetNothingFromTheFunctionsOfShares() throws {
        let administration = try database.administration()
        try administration.addMember("boss", isAdmin: true, at: now)
        let boss = try #require(try FleetAccess(database.connect()).member(named: "boss"))
        #expect(try everything(boss).count > 60)
        #expect(try rows("shared_last()", boss).isEmpty)
        #expect(try texts("SELECT shared_hours::text FROM whereismy.shared_hours(1, 0, 4000000000000)", boss).isEmpty)
    }

    @Test func aTokenWithARoleReadsNoMoreThanTheRole() throws {
        let administration = try database.administration()
        try administration.addMember("boss", isAdmin: true, at: now)
        try administration.addTeam("red", at: now)
        try administration.add(FleetTestDatabase.name("van"), toTeam: "red", at: now)
        try administration.addMember("ann", at: now)
        try administration.setRole(.admin, of: "ann", inTeam: "red", at: now)
        _ = try administration.addShare(of: .team("red"), ShareOptions(), member: "ann", at: now)
        let access = FleetAccess(try database.connect())
        for name in ["boss", "ann"] {
            for role in TeamRole.allCases {
                let token = try administration.addToken("t", of: name, role: role, at: now)
                let viewer = try #require(try access.viewer(program: SecretHash(token), at: now))
                let counts = try ["last", "recent", "event", "share"].map { try rows($0, viewer).count }
                let isHistory = role >= .history
                #expect(counts == [1, isHistory ? 60 : 0, isHistory ? 1 : 0, role >= .share ? 1 : 0])
                #expect(try rows("segment", viewer).isEmpty != isHistory)
                #expect(viewer.isAdmin == (name == "boss" && role == .admin))
                let devices = try FleetReader(database.connect(), as: viewer).devices(at: now)
                #expect(devices.map(viewer.role) == [role])
            }
        }
    }
}
