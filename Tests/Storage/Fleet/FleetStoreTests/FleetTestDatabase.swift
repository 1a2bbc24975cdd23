import Access
import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import TestSupport
import Testing

/// A fresh database with the schema, on the shared server.
struct FleetTestDatabase {
    static let now = Timestamp(milliseconds: 1_790_000_000_000)

    let database: PostgresDatabase

    /// The schema, built once and then copied.
    private static let template: Result<PostgresDatabase, any Error> = Result {
        let database = try PostgresDatabase(on: #require(PostgresServer.shared))
        let connection = try PostgresConnection(database.conninfo())
        try FleetSchema.createRoles(connection)
        _ = try FleetSchema.migrate(connection)
        try FleetSchema.restrictFunctions(connection)
        try connection.execute(
            """
            CREATE ROLE service LOGIN; CREATE ROLE alice_sql LOGIN; CREATE ROLE stranger LOGIN;
            GRANT whereismy_collector, whereismy_viewer TO service; GRANT whereismy_analyst TO alice_sql, stranger
            """)
        return database
    }

    init() throws {
        let template = try Self.template.get()
        database = try PostgresDatabase(on: template.server, template: template.name)
    }

    /// Connects as the service.
    func connect() throws -> PostgresConnection { try FleetDatabase.connect(database.conninfo(user: "service")) }

    /// Connects as the superuser.
    func superuser() throws -> PostgresConnection { try PostgresConnection(database.conninfo()) }

    /// Returns an administration.
    func administration() throws -> FleetAdministration { FleetAdministration(try connect(), actor: "test") }

    /// Adds devices.
    func add(_ names: String...) throws {
        let administration = try administration()
        for name in names { _ = try administration.addDevice(Self.name(name), at: Self.now) }
    }

    static func name(_ text: String) throws -> DeviceName { try #require(DeviceName(text)) }

    /// Returns an upload of points at seconds after ``now``, whose latitudes tell them apart.
    static func upload(
        _ device: String, _ seconds: [Int], events: [PlaceEvent] = [], received: Timestamp = now
    ) throws -> DeviceUpload {
        DeviceUpload(
            device: try name(device),
            content: UploadedItems(points: try seconds.map { try point(device, $0) }, events: events),
            received: received
        )
    }

    static func point(_ device: String, _ seconds: Int, latitude: Double? = nil) throws -> TrackPoint {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = now + .seconds(seconds)
        fix.coordinate = Coordinate(latitude: latitude ?? Double(seconds % 80), longitude: 144.5)
        fix.altitude = 31.25
        fix.speed = 12.5
        fix.course = 359.99
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .estimate)
        return try #require(TrackPoint(fix, motion: .moving, satellitesUsed: 9))
    }

    /// Returns the number of rows of a query as the superuser.
    func count(_ relation: String) throws -> Int64 {
        try superuser().query("SELECT count(*) FROM \(relation)").first?.integer(at: 0) ?? -1
    }

    /// Returns the rows of the audit, the newest first.
    func auditEntries() throws -> [(actor: String?, action: String?, subject: String?, detail: String?)] {
        try superuser().query("SELECT actor, action, subject, detail FROM whereismy.audit ORDER BY id DESC").map {
            ($0.text(at: 0), $0.text(at: 1), $0.text(at: 2), $0.text(at: 3))
        }
    }
}
