import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import TestSupport
import Testing

/// Points as other programs name and measure them, such as those of an imported history.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct ForeignPointTests {
    private let database: FleetTestDatabase
    private let ingest: UploadStore

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van")
        ingest = UploadStore(try database.connect())
    }

    private func store(_ points: [TrackPoint], received: Timestamp = FleetTestDatabase.now) throws -> UploadResult? {
        let van = try FleetTestDatabase.name("van")
        return try ingest.store([
            DeviceUpload(device: van, content: UploadedItems(points: points), received: received)
        ]).first
    }

    @Test("the points of two receivers become those of the device, in several uploads of an hour")
    func receivers() throws {
        let points = try (0..<20_400).map { index in
            try FleetTestDatabase.point(index % 4 == 1 ? "/dev/ttyUSB0" : "/dev/ttyACM0", index - 100_500)
        }
        let first = try store(Array(points.prefix(20_000)))
        #expect(first == .stored(20_000, refused: []))
        #expect(try store(Array(points.dropFirst(20_000))) == .stored(400, refused: []))
        let count = try database.superuser().query("SELECT sum(count)::bigint FROM whereismy.segment").first
        #expect(count?.integer(at: 0) == 20_400)
    }

    @Test("values that cannot be are unknown, and times that cannot be stored are refused")
    func values() throws {
        var fix = try FleetTestDatabase.point("phone", 1).fix
        fix.altitude = 1e9
        let absurd = try #require(TrackPoint(fix))
        fix.timestamp = Timestamp(milliseconds: -1)
        let early = try #require(TrackPoint(fix))
        guard case .stored(1, let refused) = try store([early, absurd]) else {
            Issue.record("not stored")
            return
        }
        #expect(refused.map(\.index) == [0])
        let rows = try database.superuser().query("SELECT altitude, speed FROM whereismy.recent")
        #expect(rows.count == 1 && rows.first?.integer(at: 0) == nil && rows.first?.integer(at: 1) == 1250)
        #expect(try database.count("whereismy.last WHERE altitude IS NULL AND speed = 1250") == 1)
    }
}
