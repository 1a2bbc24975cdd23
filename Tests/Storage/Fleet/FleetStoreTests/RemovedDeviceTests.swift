import Basics
import FleetProtocol
import FleetStore
import Linux
import Location
import PostgreSQL
import Synchronization
import TestSupport
import Testing

/// A collector remembers the devices for some seconds, while a command removes them and adds others of the same names.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct RemovedDeviceTests {
    /// An hour that is sealed already.
    private static let old = Array(stride(from: -90_000, to: -89_000, by: 10))

    private let database: FleetTestDatabase
    private let ingest: UploadStore

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van", "boat")
        ingest = UploadStore(try database.connect(), uptime: { .zero })
    }

    private var now: Timestamp { FleetTestDatabase.now }

    private func event() -> PlaceEvent { PlaceEvent(.enter, place: "Depot", moment: now, since: now) }

    private func remove(_ name: String) throws {
        _ = try database.administration().removeDevice(FleetTestDatabase.name(name), at: now)
    }

    /// Returns the number of fixes and events of the devices that there are, and of all.
    private func counts() throws -> [Int64] {
        let device = "JOIN whereismy.device d ON d.id = t.device"
        return try ["", device].flatMap { join in
            try ["recent", "segment", "event"].map { try database.count("whereismy.\($0) t \(join)") }
        }
    }

    @Test("what comes for a device that was removed and added again is of the new one")
    func addedAgain() throws {
        let first = [try FleetTestDatabase.upload("van", [1]), try FleetTestDatabase.upload("boat", [1])]
        #expect(try ingest.store(first) == [.stored(1, refused: []), .stored(1, refused: [])])
        try remove("van")
        try database.add("van")
        let uploads = [
            try FleetTestDatabase.upload("boat", [2]),
            try FleetTestDatabase.upload("van", Self.old + [2, 3]),
        ]
        #expect(try ingest.store(uploads) == [.stored(1, refused: []), .stored(102, refused: [])])
        #expect(try counts() == [4, 1, 0, 4, 1, 0])
        let van = try database.administration().devices(at: now).first { $0.name.text == "van" }
        #expect(van?.point?.timestamp == now + .seconds(3))
    }

    @Test("an event and a status too", arguments: [false, true])
    func others(isStatus: Bool) throws {
        _ = try ingest.store([FleetTestDatabase.upload("van", [1])])
        try remove("van")
        try database.add("van")
        if isStatus {
            try ingest.store(
                DeviceStatus(isOnline: true), of: FleetTestDatabase.name("van"), received: now, byBroker: true)
            #expect(try database.count("whereismy.last WHERE status IS NOT NULL") == 1)
        } else {
            let upload = try FleetTestDatabase.upload("van", [], events: [event()])
            #expect(try ingest.store([upload]) == [.stored(1, refused: [])])
            #expect(try counts() == [0, 0, 1, 0, 0, 1])
        }
    }

    @Test("what comes for a device that was removed is refused, and that of others is stored")
    func removed() throws {
        _ = try ingest.store([FleetTestDatabase.upload("van", [1])])
        try remove("van")
        let uploads = [
            try FleetTestDatabase.upload("van", Self.old + [2]),
            try FleetTestDatabase.upload("boat", [2]),
        ]
        #expect(try ingest.store(uploads) == [.forbidden("unknown device"), .stored(1, refused: [])])
        #expect(try counts() == [1, 0, 0, 1, 0, 0])
        try ingest.store(DeviceStatus(isOnline: true), of: FleetTestDatabase.name("van"), received: now, byBroker: true)
    }

    /// The collector has written a sealed hour, and then changes the last position, which the removal has locked.
    @Test("a removal and a collector that wait for each other both end")
    func deadlock() throws {
        _ = try ingest.store([FleetTestDatabase.upload("van", Self.old)])
        let collector = try database.superuser()
        // The removal, which waits first, is then the one that the database ends.
        try collector.execute("SET deadlock_timeout = '1min'; BEGIN; SELECT FROM whereismy.segment FOR UPDATE")
        let (database, name, now) = (database, try FleetTestDatabase.name("van"), now)
        let removal = Mutex<(fixes: Int64, events: Int64)?>(nil)
        let thread = try WorkerThread(name: "removal") {
            let counts = try? database.administration().removeDevice(name, at: now)
            removal.withLock { $0 = counts }
        }
        let waiting =
            "SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE "
            + "datname = current_database()) OR NOT granted AND locktype = 'transactionid'"
        let deadline = SystemClock.uptime + .seconds(20)
        while try collector.query(waiting).isEmpty, SystemClock.uptime < deadline {}
        try collector.execute("UPDATE whereismy.last SET received = 5; COMMIT")
        thread.join()
        #expect(removal.withLock { $0?.fixes } == 100)
        #expect(try counts() == [0, 0, 0, 0, 0, 0])
    }
}
