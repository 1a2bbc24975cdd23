import Basics
import FleetProtocol
import FleetStore
import PostgreSQL
import TestSupport
import Testing

/// A device that was heard the whole time, or long enough since then, and did not report is silent.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct SilenceMonitorTests {
    private let database: FleetTestDatabase
    private let now = FleetTestDatabase.now
    private let always = Self.reception(100_000_000)

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van")
    }

    private static func reception(_ directly: Int, byBroker: Int? = nil) -> SilenceMonitor.Reception {
        .init(directly: .seconds(directly), byBroker: .seconds(byBroker ?? directly))
    }

    /// Reports at a second.
    private func report(_ second: Int) throws {
        _ = try UploadStore(database.connect()).store([
            FleetTestDatabase.upload("van", [second], received: now + .seconds(second))
        ])
    }

    /// Returns the number of events that a look at a second adds.
    private func look(_ second: Int, receivingFor directly: Int, byBroker: Int? = nil) throws -> Int {
        try SilenceMonitor.update(
            database.connect(), at: now + .seconds(second), reception: Self.reception(directly, byBroker: byBroker))
    }

    private func kinds() throws -> [String?] {
        try database.superuser().query("SELECT kind FROM whereismy.event ORDER BY id").map { $0.text(at: 0) }
    }

    @Test func silenceAndReturnAreEachOneEvent() throws {
        let connection = try database.connect()
        let ingest = UploadStore(connection)
        _ = try ingest.store([FleetTestDatabase.upload("van", [0])])
        #expect(try SilenceMonitor.update(connection, at: now + .seconds(900), reception: always) == 0)
        #expect(try SilenceMonitor.update(connection, at: now + .seconds(901), reception: always) == 1)
        #expect(try SilenceMonitor.update(connection, at: now + .seconds(902), reception: always) == 0)
        _ = try ingest.store([FleetTestDatabase.upload("van", [950], received: now + .seconds(950))])
        #expect(try SilenceMonitor.update(connection, at: now + .seconds(951), reception: always) == 1)
        let kinds = try database.superuser().query("SELECT kind FROM whereismy.event ORDER BY id")
        #expect(kinds.map { $0.text(at: 0) } == ["silent", "back"])
    }

    @Test func aReportOfTheFutureDoesNotHideSilence() throws {
        let connection = try database.connect()
        let late = try FleetTestDatabase.upload("van", [0], received: now + .seconds(1_000_000))
        _ = try UploadStore(connection).store([late])
        #expect(try SilenceMonitor.update(connection, at: now, reception: always) == 0)
        #expect(try SilenceMonitor.update(connection, at: now + .seconds(901), reception: always) == 1)
    }

    /// The database was away for 80 s: the device reports again within the 5 min of a publisher's longest pause.
    @Test func anOutageOfTheServerIsNoSilence() throws {
        try database.administration().setStaleAfter(.seconds(60), FleetTestDatabase.name("van"), at: now)
        try report(0)
        for second in stride(from: 81, through: 375, by: 5) {
            #expect(try look(second, receivingFor: second - 80) == 0)
        }
        try report(376)
        for second in stride(from: 380, through: 430, by: 5) {
            #expect(try look(second, receivingFor: second - 80) == 0)
        }
        // It was received since before this report: what follows is silence at once.
        #expect(try look(437, receivingFor: 357) == 1)
        #expect(try kinds() == ["silent"])
    }

    @Test(arguments: [(60, 380), (600, 680)])
    func aSilenceFromBeforeAnOutageIsReportedAfterTheGrace(staleAfter: Int, reported: Int) throws {
        try database.administration().setStaleAfter(.seconds(staleAfter), FleetTestDatabase.name("van"), at: now)
        try report(0)
        #expect(try look(reported - 1, receivingFor: reported - 81) == 0)
        #expect(try look(reported, receivingFor: reported - 80) == 1)
    }

    @Test func aReportAfterAnOutageIsAReturnAtOnce() throws {
        try report(0)
        #expect(try look(901, receivingFor: 901) == 1)
        try report(1000)
        #expect(try look(1000, receivingFor: 0) == 1)
        #expect(try kinds() == ["silent", "back"])
    }

    @Test(arguments: [(nil, 0), (false, 1), (true, 0)] as [(Bool?, Int)])
    func anOutageOfTheBrokerConcernsTheDevicesThatUseIt(byBroker: Bool?, events: Int) throws {
        try report(0)
        if let byBroker {
            try UploadStore(database.connect()).store(
                DeviceStatus(isOnline: true), of: FleetTestDatabase.name("van"), received: now, byBroker: byBroker)
        }
        #expect(try look(901, receivingFor: 901, byBroker: 10) == events)
    }
}
