import Access
import Basics
import FleetProtocol
import FleetStore
import History
import HistoryEncoding
import Location
import PostgreSQL
import TestSupport
import Testing

/// What a receiver claims while it is contradicted is stored, and is neither a position nor part of a track.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ContradictedDeviceTests {
    private let database: FleetTestDatabase
    private let connection: PostgresConnection
    private let uploads: UploadStore
    /// The database's own clock, by which it judges, at the start of an hour three hours before.
    private let now: Timestamp
    private let start: Timestamp

    init() throws {
        database = try FleetTestDatabase()
        connection = try database.connect()
        uploads = UploadStore(connection)
        let row = try connection.query("SELECT (extract(epoch FROM now()) * 1000)::bigint").first
        now = Timestamp(milliseconds: try #require(row?.integer(at: 0)))
        start = Timestamp(milliseconds: (now.milliseconds / 3_600_000 - 3) * 3_600_000)
        try database.add("van")
    }

    private func store(
        _ seconds: [Int], _ level: Integrity.Level, received: Timestamp? = nil, events: [PlaceEvent] = []
    ) throws {
        let points = try seconds.map { second in
            var fix = try FleetTestDatabase.point("van", 0, latitude: level == .contradicted ? 60 : 10).fix
            fix.timestamp = start + .seconds(second)
            return try #require(TrackPoint(fix, motion: .moving, satellitesUsed: 9, integrity: level))
        }
        let upload = DeviceUpload(
            device: try FleetTestDatabase.name("van"), content: UploadedItems(points: points, events: events),
            received: received ?? now)
        let answers = try uploads.store([upload])
        #expect(answers == [.stored(points.count + events.count, refused: [])])
    }

    private func device() throws -> FleetDevice {
        try #require(try database.administration().devices(at: now).first)
    }

    /// A reader with the rights of an administrator.
    private func reader() throws -> FleetReader {
        let administration = try database.administration()
        if try administration.members().isEmpty { _ = try administration.addMember("ann", isAdmin: true, at: now) }
        return FleetReader(connection, as: try #require(try administration.members().first))
    }

    @Test func aClaimIsNoPositionUntilATrustedFixComes() throws {
        let end = Int((now - start).inSeconds)
        try store([end - 20], .nominal)
        #expect(try device().state == .live && device().claim == nil)
        try store([end - 10, end - 15], .contradicted)
        let contradicted = try device()
        #expect(contradicted.state == .contradicted && contradicted.point?.coordinate.latitude == 10)
        #expect(
            contradicted.claim?.time == start + .seconds(end - 10) && contradicted.claim?.coordinate?.latitude == 60)
        // The past of the device comes late, and changes nothing.
        try store([end - 600], .contradicted)
        try store([end - 500], .doubtful)
        #expect(try device() == contradicted)
        try store([end - 5], .doubtful)
        #expect(try device().state == .live && device().claim == nil && device().point?.integrity == .doubtful)
    }

    @Test func theHistoryKeepsTheClaimsOutOfTheTrackBeforeAndAfterItIsSealed() throws {
        try store(Array(0..<1800), .nominal)
        try store(Array(1800..<7100), .contradicted)
        try store(Array(7100..<7200), .doubtful)
        for isSealed in [false, true] {
            if isSealed { _ = try SealingJob(connection).run(before: now, atMost: 100) }
            let history = try #require(try reader().history(of: FleetTestDatabase.name("van")))
            var points: [TrackPoint] = []
            #expect(try history.forEachPoint(.all) { points.append($0) }.isEmpty)
            #expect(points.count == 1900 && points.allSatisfy { $0.integrity < .contradicted })
            var all = 0
            _ = try history.forEachPoint(PointQuery(showsContradicted: true)) { point in
                if point.integrity == .contradicted { all += 1 }
            }
            #expect(all == 5300)
            let around = try history.neighbours(of: start + .seconds(4000), device: nil)
            #expect(around.before?.timestamp == start + .seconds(1799))
            #expect(around.after?.timestamp == start + .seconds(7100))
            _ = try history.forEachOutline(.all) { line in
                #expect(line.outline.vertices.allSatisfy { $0.coordinate.latitude < 11 })
            }
            let levels = try database.superuser().query(
                "SELECT integrity, count(*) FROM whereismy.fix GROUP BY 1 ORDER BY 2")
            #expect(levels.map { $0.text(at: 0) } == ["doubtful", "nominal", "contradicted"])
            #expect(levels.map { $0.integer(at: 1) } == [100, 1800, 5300])
        }
    }

    @Test(arguments: [nil, 1000.0])
    func aLinkShowsTheTrustedPositionAndThatItIsNotCurrent(_ precision: Double?) throws {
        try store(Array(stride(from: 0, to: 1800, by: 60)), .nominal)
        let end = Int((now - start).inSeconds)
        try store(Array(stride(from: 3600, to: end, by: 60)), .contradicted)
        for isSealed in [false, true] {
            if isSealed { _ = try SealingJob(connection).run(before: now, atMost: 100) }
            var options = ShareOptions(end: .after(.seconds(600)), since: start)
            options.precision = precision
            let share = try database.administration().addShare(
                of: .device(FleetTestDatabase.name("van")), options, at: now
            ).share
            let device = try #require(try FleetReader(connection, as: FleetViewer(share)).devices(at: now).first)
            #expect(device.state == .contradicted && device.claim != nil && device.claim?.coordinate == nil)
            #expect(device.point.map { abs($0.coordinate.latitude - 10) < 0.1 } == true)
            let history = SharedHistory(connection, of: device, as: share, at: now)
            #expect(try history.newest(upTo: now)?.timestamp == start + .seconds(1740))
            var count = 0
            _ = try history.forEachPoint(PointQuery(showsContradicted: precision != nil)) { point in
                count += 1
                #expect(point.integrity == .nominal)
            }
            #expect(count == 30)
        }
    }

    @Test func theEventsOfTheReceiverAreStoredWithWhoTrustedIt() throws {
        let end = start + .seconds(60)
        let contradicted = PlaceEvent(.contradicted, place: PlaceEvent.receiver, moment: start, since: start)
        var trusted = PlaceEvent(.trusted, place: PlaceEvent.receiver, moment: end, since: end)
        trusted.by = "ann"
        try store([1], .nominal, events: [contradicted, trusted])
        let events = try reader().events()
        #expect(events.map(\.kind) == [.trusted, .contradicted])
        #expect(events.map(\.by) == ["ann", nil] && events.allSatisfy { $0.place == "receiver" })
        let history = try #require(try reader().history(of: FleetTestDatabase.name("van")))
        var found: [PlaceEvent] = []
        try history.forEachPlaceEvent(TimeSpan(from: nil, to: nil), place: nil) { found.append($0) }
        #expect(found == [contradicted, trusted])
    }
}
