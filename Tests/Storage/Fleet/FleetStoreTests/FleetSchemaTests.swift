import FleetProtocol
import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import FleetStore

@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetSchemaTests {
    @Test func aMigratedDatabaseHasNothingPendingAndMigratesToNothing() throws {
        let database = try FleetTestDatabase()
        let connection = try database.superuser()
        #expect(try FleetSchema.pending(connection) == [])
        #expect(try FleetSchema.migrate(connection) == [])
        withExtendedLifetime(database) {}
    }

    @Test func everyFileOfTheFolderIsTheScriptOfAMigration() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/")
        let folder = "\(root)/Sources/Storage/Fleet/FleetStore/Schema"
        let texts = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\($0)")), as: UTF8.self)
        }
        let scripts = FleetSchema.migrations.map(\.script)
        #expect(!texts.isEmpty && texts.allSatisfy { text in scripts.contains { $0.contains(text) } })
        #expect(scripts.reduce(0) { $0 + $1.utf8.count } == texts.reduce(0) { $0 + $1.utf8.count } + 2, "two joints")
    }

    @Test func aMissingOlderOrNewerSchemaIsSaidWithTheFix() throws {
        let empty = try PostgresDatabase(on: #require(PostgresServer.shared))
        try FleetSchema.createRoles(PostgresConnection(empty.conninfo()))
        #expect(throws: PostgresError.missingSchema) { try FleetDatabase.connect(empty.conninfo()) }
        let database = try FleetTestDatabase()
        let connection = try database.connect()
        #expect(try FleetSchema.fault(connection) == nil)
        try database.superuser().execute("INSERT INTO whereismy.migration(name) VALUES('flying cars')")
        let newer = "the schema is newer, with flying cars; fix: sudo apt upgrade whereismy-fleet"
        #expect(try FleetSchema.fault(connection) == newer)
        try database.superuser().execute("DELETE FROM whereismy.migration WHERE name = 'webhooks'")
        let older = "the schema lacks webhooks; fix: sudo -u postgres whereismy-fleet migrate"
        #expect(try FleetSchema.fault(connection) == older)
        _ = try database.connect()
    }

    @Test func aFailedMigrationLeavesTheOldSchemaWorking() throws {
        let database = try FleetTestDatabase()
        let connection = try database.superuser()
        let broken = SchemaMigration(
            name: "broken", script: "DROP TABLE whereismy.audit; CREATE TABLE whereismy.more(a int); SELECT 1/0")
        #expect(throws: PostgresError.self) {
            try FleetSchema.migrate(connection, FleetSchema.migrations + [broken])
        }
        #expect(try FleetSchema.pending(connection) == [])
        try database.add("van")
        #expect(try database.count("whereismy.audit") == 1)
        #expect(try connection.query("SELECT to_regclass('whereismy.more')").first?.isNull(at: 0) == true)
    }

    @Test func twoMigratorsAtOnceApplyEachMigrationOnce() async throws {
        let database = try PostgresDatabase(on: #require(PostgresServer.shared))
        try FleetSchema.createRoles(PostgresConnection(database.conninfo()))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask { try FleetSchema.migrate(PostgresConnection(database.conninfo())).count }
            }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(counts == FleetSchema.migrations.count)
    }

    @Test func locksAreLeftToTheServiceHoweverOften() throws {
        let database = try PostgresDatabase(on: #require(PostgresServer.shared))
        let connection = try PostgresConnection(database.conninfo())
        try FleetSchema.createRoles(connection)
        #expect(try FleetSchema.isOpenToAll(connection))
        for _ in 0..<2 {
            try FleetSchema.restrictFunctions(connection)
            #expect(try !FleetSchema.isOpenToAll(connection))
        }
    }

    /// As on a managed database: the administrator may create roles and owns the database, and nothing more.
    @Test func noSuperuserIsNeeded() throws {
        let server = try PostgresServer()
        try server.execute("CREATE ROLE manager LOGIN CREATEROLE CREATEDB")
        try server.execute("CREATE DATABASE fleet OWNER manager")
        let connection = try PostgresConnection(server.conninfo(database: "fleet", user: "manager"))
        try FleetSchema.createRoles(connection)
        #expect(try FleetSchema.migrate(connection).count == FleetSchema.migrations.count)
        try FleetSchema.restrictFunctions(connection)
        #expect(try FleetSchema.isOpenToAll(connection), "only a superuser can")
        try connection.execute("CREATE ROLE service LOGIN")
        try FleetSchema.grantService(to: "service", connection)
        let service = try FleetDatabase.connect(server.conninfo(database: "fleet", user: "service"))
        #expect(try FleetSchema.pending(service) == [])
        let administration = FleetAdministration(service, actor: "test")
        _ = try administration.addDevice(FleetTestDatabase.name("van"), at: FleetTestDatabase.now)
        #expect(try UploadStore(service).store([FleetTestDatabase.upload("van", [1])]) == [.stored(1, refused: [])])
        server.stop()
    }
}
