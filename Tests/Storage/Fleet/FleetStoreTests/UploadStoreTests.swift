import Basics
import FleetProtocol
import FleetStore
import Linux
import Location
import PostgreSQL
import Simulator
import TestSupport
import Testing

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct UploadStoreTests {
    private let database: FleetTestDatabase

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van", "boat")
    }

    private var now: Timestamp { FleetTestDatabase.now }

    private func upload(_ device: String, _ seconds: [Int]) throws -> DeviceUpload {
        try FleetTestDatabase.upload(device, seconds)
    }

    private func device(_ name: String) throws -> FleetDevice {
        try #require(try database.administration().devices(at: now).first { $0.name.text == name })
    }

    @Test func eachUploadIsAnsweredInOrder() throws {
        let ingest = UploadStore(try database.connect())
        try database.administration().setDisabled(true, FleetTestDatabase.name("boat"), at: now)
        let answers = try ingest.store([
            upload("van", [1, 2, 3]), upload("boat", [1]), upload("ghost", [1]), upload("van", [3, 4]),
        ])
        #expect(
            answers == [
                .stored(3, refused: []), .forbidden("the device is disabled"), .forbidden("unknown device"),
                .stored(2, refused: []),
            ])
        #expect(try database.count("whereismy.recent") == 4)
        #expect(try ingest.store([]) == [])
    }

    @Test func theLastPositionIsThatOfTheNewestFixWhateverTheOrder() throws {
        let ingest = UploadStore(try database.connect())
        _ = try ingest.store([upload("van", [10, 30, 20])])
        _ = try ingest.store([upload("van", [-50_000, 25])])
        let van = try device("van")
        #expect(van.point?.timestamp == now + .seconds(30))
        #expect(van.point?.coordinate.latitude == 30)
        #expect(van.point?.fix.altitude == 31.25)
        #expect(van.point?.fix.course == 359.99)
        #expect(van.point?.satellitesUsed == 9)
        #expect(van.point?.motion == .moving)
        #expect(van.received == now)
        #expect(try device("boat").point == nil)
    }

    @Test func aFixOfTheFutureIsStoredAndNeverBecomesTheNewest() throws {
        let ingest = UploadStore(try database.connect())
        #expect(try ingest.store([upload("van", [10, 301])]) == [.stored(2, refused: [])])
        #expect(try device("van").point?.timestamp == now + .seconds(10))
        #expect(try device("van").suspectTime == now + .seconds(301))
        #expect(try database.count("whereismy.recent") == 2)
        _ = try ingest.store([upload("van", [5])])
        #expect(try device("van").suspectTime == now + .seconds(301))
        _ = try ingest.store([upload("van", [11])])
        #expect(try device("van").suspectTime == nil)
        #expect(try device("van").point?.timestamp == now + .seconds(11))
    }

    /// Stores statuses of boots at seconds; returns those at which two machines showed.
    private func conflicts(
        _ reports: [(String?, Int)], clock: DeviceStatus.Clock? = nil, by ingest: UploadStore
    ) throws -> [Int] {
        try reports.filter { boot, second in
            var status = DeviceStatus(isOnline: true)
            (status.boot, status.time, status.clock) = (boot, now + .seconds(second), clock)
            return try ingest.store(
                status, of: FleetTestDatabase.name("van"), received: now + .seconds(100_000), byBroker: true)
        }.map(\.1)
    }

    @Test("two machines with one name show by their boots, and a second collector that is late by none")
    func boots() throws {
        let (one, other) = (UploadStore(try database.connect()), UploadStore(try database.connect()))
        // The machine boots after 20 s.
        #expect(try conflicts([("a", 0), (nil, 10), ("b", 30), ("b", 40)], by: one).isEmpty)
        #expect(try conflicts([("a", 0), ("a", 20), ("b", 30), ("b", 40)], by: other).isEmpty)
        #expect(try device("van").status?.nameConflict == nil)
        #expect(try conflicts([("a", 50), ("b", 60), ("b", 70)], by: one) == [50, 60])
        #expect(try device("van").status?.nameConflict == now + .seconds(60))
        #expect(try one.store(.init(isOnline: false), of: device("van").name, received: now, byBroker: true) == false)
        #expect(try device("van").status?.nameConflict == now + .seconds(60))
    }

    @Test("a machine that reboots without a clock, and goes back in time until it is synchronised, is no second one")
    func clocks() throws {
        let ingest = UploadStore(try database.connect())
        #expect(try conflicts([("a", 1200)], by: ingest).isEmpty)
        #expect(try conflicts([("b", 0)], clock: .unsynchronised, by: ingest).isEmpty)
        #expect(try conflicts([("b", 1500), ("b", 1560)], clock: .synchronised, by: ingest).isEmpty)
        #expect(try device("van").status?.boot == "b")
        #expect(try conflicts([("a", 1570)], clock: .unsynchronised, by: ingest).isEmpty)
        #expect(try conflicts([("a", 1580)], clock: .synchronised, by: ingest) == [1580])
    }

    @Test("more machines in turn show too, and boots are remembered for a day")
    func manyBoots() throws {
        let ingest = UploadStore(try database.connect())
        let turns = (0..<10).map { (["a", "b", "c", "d", "e"][$0 % 5] as String?, $0 * 60) }
        #expect(try conflicts(turns, by: ingest) == [300, 360, 420, 480, 540])
        #expect(try conflicts([("f", 90_000), ("a", 90_060)], by: ingest).isEmpty)
        let kept = "whereismy.last, jsonb_each(status->'boots')"
        #expect(try database.count(kept) == 2)
        #expect(try conflicts((0..<20).map { ("boot\($0)", 90_100 + $0) }, by: ingest).isEmpty)
        #expect(try database.count(kept) == 8)
    }

    @Test func repeatsInAnyOrderByTwoCollectorsAtOnceAreStoredOnce() async throws {
        let uploads = try (0..<40).map { index in
            try upload(index % 2 == 0 ? "van" : "boat", Array((index / 4 * 50)..<(index / 4 * 50 + 100)))
        }
        let all = Set(uploads.flatMap { upload in upload.content.points.map { "\(upload.device) \($0.timestamp)" } })
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for collector in 0..<3 {
                group.addTask {
                    let ingest = UploadStore(try database.connect())
                    var generator = SeededGenerator(seed: UInt64(collector))
                    for _ in 0..<3 {
                        var rest = uploads.shuffled(using: &generator)[...]
                        while !rest.isEmpty {
                            let part = Array(rest.prefix(7))
                            rest = rest.dropFirst(7)
                            for answer in try ingest.store(part) { #expect(answer == .stored(100, refused: [])) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.count("whereismy.recent") == Int64(all.count))
    }

    @Test func onlyTheRowThatTheDatabaseRejectsIsRefused() throws {
        try database.superuser().execute(
            "ALTER TABLE whereismy.recent ADD CONSTRAINT no_thirteen CHECK (latitude <> 130000000)")
        let ingest = UploadStore(try database.connect())
        let answers = try ingest.store([upload("van", [11, 12, 13, 14]), upload("boat", [15, 16])])
        guard case .stored(3, let refused) = answers[0] else {
            Issue.record("\(answers)")
            return
        }
        #expect(refused.map(\.index) == [2])
        #expect(answers[1] == .stored(2, refused: []))
        #expect(try database.count("whereismy.recent") == 5)
    }

    @Test func eventsAreStoredOnce() throws {
        let ingest = UploadStore(try database.connect())
        let event = PlaceEvent(
            .enter, place: "Depot", moment: now, since: now + .seconds(-5),
            coordinate: Coordinate(latitude: 1, longitude: 2))
        let upload = try FleetTestDatabase.upload("van", [1], events: [event])
        #expect(try ingest.store([upload, upload]) == [.stored(2, refused: []), .stored(2, refused: [])])
        #expect(try database.count("whereismy.event WHERE kind = 'enter' AND place = 'Depot'") == 1)
    }

    @Test func theEventsOfACommitAreOneStatementWithAllTheirValues() throws {
        let connection = try database.connect()
        let ingest = UploadStore(connection)
        func events(_ count: Int) -> [PlaceEvent] {
            (0..<count).map { PlaceEvent(.leave, place: "\(count) \($0)", moment: now, since: now) }
        }
        _ = try ingest.store([FleetTestDatabase.upload("van", [], events: events(1))])
        var statements = [0]
        connection.onStatement = { statements[statements.count - 1] += 1 }
        for count in [2, 50] {
            let upload = try FleetTestDatabase.upload("van", [], events: events(count))
            #expect(try ingest.store([upload]) == [.stored(count, refused: [])])
            statements.append(0)
        }
        #expect(statements[0] > 0 && statements[0] == statements[1])
        #expect(try database.count("whereismy.event WHERE latitude IS NULL AND author IS NULL") == 53)
        var event = PlaceEvent(
            .enter, place: "Depot", moment: now, since: now + .seconds(-5),
            coordinate: Coordinate(latitude: 1.25, longitude: -2.1))
        (event.by, event.distance, event.horizontalAccuracy) = ("Ada", 7.5, 3.3)
        _ = try ingest.store([FleetTestDatabase.upload("boat", [], events: [event])])
        let condition = """
            place = 'Depot' AND kind = 'enter' AND time - since = 5000 AND received = \(now.milliseconds)
            AND (latitude, longitude, distance, horizontal_accuracy, author) = (1.25, -2.1, 7.5, 3.3, 'Ada')
            """
        #expect(try database.count("whereismy.event WHERE \(condition)") == 1)
    }

    @Test func aStatusIsKeptAndARetainedOneIsNoReport() throws {
        let ingest = UploadStore(try database.connect())
        var status = DeviceStatus(isOnline: true)
        status.time = now + .seconds(-5000)
        status.version = "1.0"
        status.staleAfter = .seconds(60)
        try ingest.store(status, of: FleetTestDatabase.name("van"), received: now, byBroker: true)
        let van = try device("van")
        #expect(van.status == status)
        #expect(van.isOnline == true)
        #expect(van.staleAfter == .seconds(60))
        #expect(van.received == now + .seconds(-5000))
    }

    @Test func aWillChangesTheStateAlone() throws {
        let ingest = UploadStore(try database.connect())
        let name = try FleetTestDatabase.name("van")
        var status = DeviceStatus(isOnline: true)
        (status.version, status.staleAfter) = ("1.0", .seconds(60))
        try ingest.store(status, of: name, received: now, byBroker: true)
        try ingest.store(DeviceStatus(isOnline: false), of: name, received: now, byBroker: true)
        status.isOnline = false
        #expect(try device("van").status == status)
        #expect(try device("van").isOnline == false)
        #expect(try device("van").staleAfter == .seconds(60))
    }

    @Test func nobodyKnowsWhetherADeviceWithoutABrokerIsOnline() throws {
        let ingest = UploadStore(try database.connect())
        let name = try FleetTestDatabase.name("van")
        for (byBroker, expected) in [(false, nil), (true, true), (false, nil)] as [(Bool, Bool?)] {
            try ingest.store(DeviceStatus(isOnline: true), of: name, received: now, byBroker: byBroker)
            #expect(try device("van").isOnline == expected)
            #expect(try device("van").status == DeviceStatus(isOnline: true))
        }
    }

    @Test func aStatusReplacesTheLastOneAlsoWithWhatItDoesNotSay() throws {
        let ingest = UploadStore(try database.connect())
        let name = try FleetTestDatabase.name("van")
        var status = DeviceStatus(isOnline: true)
        (status.version, status.staleAfter) = ("1.0", .seconds(60))
        try ingest.store(status, of: name, received: now, byBroker: true)
        try ingest.store(DeviceStatus(isOnline: true), of: name, received: now, byBroker: true)
        let van = try device("van")
        #expect(van.status == DeviceStatus(isOnline: true))
        #expect(van.staleAfter == DeviceState.defaultStaleAfter)
    }

    /// A row that waits for the new partition of its day no longer belongs into the default one.
    @Test func aFixThatWaitsForThePartitionOfItsDayIsStored() throws {
        let other = try database.superuser()
        try other.execute("BEGIN; SELECT whereismy.add_recent_day(\(now.milliseconds / 86_400_000))")
        let (database, upload) = (database, try upload("van", [1]))
        let thread = try WorkerThread(name: "ingest") {
            _ = try? UploadStore(database.connect()).store([upload])
        }
        let waiting = """
            SELECT FROM pg_locks WHERE NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        let watcher = try database.superuser()
        let deadline = SystemClock.uptime + .seconds(20)
        while try watcher.query(waiting).isEmpty, SystemClock.uptime < deadline {}
        try other.execute("COMMIT")
        thread.join()
        #expect(try database.count("whereismy.recent") == 1)
    }
}
