import Basics
import FleetProtocol
import FleetStore
import Linux
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@testable import FleetCollector

/// What fails at each turn is said once.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct EventHooksLoopTests {
    private final class Journal: Sendable {
        let lines = Mutex<[String]>([])
        let now = Mutex(Duration.zero)
    }

    private let database: PostgresDatabase
    private let connection: PostgresConnection
    private let scratch: ScratchDirectory
    private let journal = Journal()
    private let loop: EventHooksLoop

    init() throws {
        database = try PostgresDatabase(on: #require(PostgresServer.shared))
        connection = try PostgresConnection(database.conninfo())
        scratch = try ScratchDirectory()
        let journal = journal
        let hooks = EventHooks(scratch.file("hooks.d")) { _, _ in }
        loop = EventHooksLoop(
            hooks, database: database.conninfo(), log: { _, line in journal.lines.withLock { $0.append(line) } },
            clock: { journal.now.withLock { $0 } })
        try FleetSchema.createRoles(connection)
    }

    private var lines: [String] { journal.lines.withLock { $0 } }

    /// Takes turns until there is a number of lines, and then some more; others of the server may delay an event.
    private func turn(untilLine count: Int) {
        let deadline = SystemClock.uptime + .seconds(20)
        var rest = 4
        while rest > 0, SystemClock.uptime < deadline {
            journal.now.withLock { $0 += .seconds(10) }
            loop.turn { false }
            if lines.count >= count { rest -= 1 }
        }
    }

    @Test("a database that accepts connections alone, and hooks that cannot be read")
    func outages() throws {
        turn(untilLine: 1)
        #expect(lines.count == 1 && lines.first?.hasPrefix("database away: ") == true)
        _ = try FleetSchema.migrate(connection)
        turn(untilLine: 2)
        #expect(lines.count == 2 && lines.last?.hasPrefix("database back after ") == true)

        let administration = FleetAdministration(try FleetDatabase.connect(database.conninfo()), actor: "test")
        let now = SystemClock.now().wallClock
        _ = try administration.addDevice(#require(DeviceName("van")), at: now)
        try connection.execute(
            """
            INSERT INTO whereismy.event(device, kind, time, since, received)
            SELECT id, 'silent', \(now.milliseconds), 0, 0 FROM whereismy.device
            """)
        _ = try ChildProcess("/bin/ln", ["-s", "hooks.d", scratch.file("hooks.d")]).wait(atMost: .seconds(10))
        turn(untilLine: 3)
        #expect(lines.count == 3 && lines.last?.hasPrefix("hooks do not run: \(scratch.path)/hooks.d: ") == true)
        _ = try ChildProcess("/bin/rm", [scratch.file("hooks.d")]).wait(atMost: .seconds(10))
        turn(untilLine: 4)
        #expect(lines.count == 4 && lines.last == "hooks run again")
    }
}
