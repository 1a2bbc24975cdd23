import PostgreSQL
import TestSupport
import Testing

@testable import FleetStore

/// The name of the collectors' group is random, theirs alone, and can be changed.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct CollectorGroupTests {
    private static func database(_ migrations: ArraySlice<SchemaMigration>) throws -> PostgresDatabase {
        let database = try PostgresDatabase(on: #require(PostgresServer.shared))
        let connection = try PostgresConnection(database.conninfo())
        try FleetSchema.createRoles(connection)
        _ = try FleetSchema.migrate(connection, Array(migrations))
        return database
    }

    @Test func eachDatabaseHasANameOfItsOwn() throws {
        let names = try (0..<2).map { _ in
            let database = try Self.database(FleetSchema.migrations[...])
            let connection = try FleetDatabase.connect(database.conninfo())
            return try withExtendedLifetime(database) { try CollectorGroup.name(connection) }
        }
        #expect(names.allSatisfy { $0.hasPrefix("fleet-") && $0.utf8.count == 38 })
        #expect(Set(names).count == 2)
    }

    @Test func anOlderDatabaseGetsOneByMigration() throws {
        let older = FleetSchema.migrations.prefix { $0.name != "group of collectors" }
        let database = try Self.database(older)
        let service = try FleetDatabase.connect(database.conninfo())
        let error = #expect(throws: AdministrationError.self) { try CollectorGroup.name(service) }
        #expect(error?.description.hasSuffix("fix: sudo -u postgres whereismy-fleet migrate") == true)
        #expect(throws: AdministrationError.self) {
            try FleetAdministration(service, actor: "test").renameCollectorGroup(at: FleetTestDatabase.now)
        }
        #expect(
            try FleetSchema.migrate(PostgresConnection(database.conninfo())).contains("group of collectors"))
        #expect(try CollectorGroup.name(service).hasPrefix("fleet-"))
        withExtendedLifetime(database) {}
    }

    @Test func aNewNameReplacesTheOldOneAndIsAudited() throws {
        let database = try FleetTestDatabase()
        let service = try database.connect()
        let old = try CollectorGroup.name(service)
        try database.administration().renameCollectorGroup(at: FleetTestDatabase.now)
        #expect(try CollectorGroup.name(service) != old)
        #expect(try database.count("whereismy.collector_group") == 1)
        let entries = try database.auditEntries()
        #expect(entries.first?.action == "regroup")
        #expect(throws: PostgresError.self) {
            try service.execute("INSERT INTO whereismy.collector_group DEFAULT VALUES")
        }
    }
}
