import FleetStore
import HTTPServer
import Linux
import PostgreSQL
import Synchronization
import TestSupport
import Testing
import Web

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct DatabaseSessionTests {
    private let lines = JournalLines()

    private func pid(_ session: DatabaseSession) throws -> Int64? {
        try session.run(repeats: true) { try $0.query("SELECT pg_backend_pid()").first?.integer(at: 0) }
    }

    @Test("a session that gets no connection, or no answer, takes none from the others")
    func failures() throws {
        let fleet = try TestFleet()
        let health = DatabaseHealth { [lines] in lines.append($0) }
        let refused = PostgresError(sqlState: "53300", "too many clients", isConnectionLost: true)
        let database = fleet.database
        let recorded = Recorded()
        let good = DatabaseSession(
            connect: { limit throws(PostgresError) in
                recorded.append(limit)
                return try TestFleet.connect(database)
            }, health: health)
        let bad = DatabaseSession(connect: { _ throws(PostgresError) in throw refused }, health: health)
        let first = try pid(good)
        #expect(throws: refused) { try pid(bad) }
        #expect(!health.isDatabaseAway && lines.all.isEmpty, "the others work")
        #expect(try pid(good) == first)
        let (silent, now) = (PostgresError("no answer", isConnectionLost: true), SystemClock.uptime)
        health.report(silent, since: now - .seconds(5), at: now)
        #expect(throws: silent) { try pid(good) }
        health.report(silent, since: now - .seconds(6), at: now - .seconds(1))
        #expect(try pid(good) == first)
        #expect(recorded.all == [.seconds(5)])
        #expect(lines.all.count == 2 && lines.all.last == "the database is back")
    }

    @Test("the database is away if it refuses while no session has a connection, and an answer to any ends that")
    func refusals() throws {
        let server = try PostgresServer()
        let fleet = try TestFleet(on: server)
        let (database, health) = (fleet.database, DatabaseHealth { [lines] in lines.append($0) })
        let connect: DatabaseConnector = { _ throws(PostgresError) in try TestFleet.connect(database) }
        let idle = DatabaseSession(connect: connect, health: health)
        let other = DatabaseSession(connect: connect, health: health)
        _ = try pid(idle)
        server.stop()
        #expect(throws: PostgresError.self) { try pid(other) }
        #expect(health.isDatabaseAway, "the connection at rest was ended by the server")
        try server.start()
        _ = try pid(idle)
        #expect(!health.isDatabaseAway && lines.all.count == 2)
        let (error, now) = (PostgresError("no answer", isConnectionLost: true), SystemClock.uptime)
        health.report(error, since: now - .seconds(5), at: now)
        health.report(error, since: now, at: now)
        #expect(health.isDatabaseAway)
        _ = try pid(idle)
        #expect(!health.isDatabaseAway && lines.all.last == "the database is back")
    }

    @Test("a statement that takes too long, or waits for a lock, is 503 with the time to come again")
    func timeouts() {
        for state in ["57014", "55P03"] {
            let problem = Problem(translating: PostgresError(sqlState: state, "canceling statement"))
            #expect(problem?.status == .serviceUnavailable)
            #expect(problem?.headers.contains { $0.name == "Retry-After" } == true)
        }
    }
}

/// The limits that connections were opened with.
private final class Recorded: Sendable {
    private let limits = Mutex<[Duration]>([])

    var all: [Duration] { limits.withLock(\.self) }

    func append(_ limit: Duration) { limits.withLock { $0.append(limit) } }
}
