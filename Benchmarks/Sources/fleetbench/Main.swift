import Basics
import FleetStore
import PostgreSQL
import TestSupport

/// Measures the history of a fleet in a PostgreSQL of its own: `fleetbench [DEVICES]`.
@main
struct Main {
    static func main() throws {
        // Commits wait for the disk, as in production.
        let server = try PostgresServer(isDurable: true, settings: ["shared_buffers=512MB", "max_wal_size=8GB"])
        let database = try PostgresDatabase(on: server)
        let connection = try PostgresConnection(database.conninfo(), statementTimeout: .seconds(600))
        try FleetSchema.createRoles(connection)
        _ = try FleetSchema.migrate(connection)
        let devices = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 40
        try FleetHistoryBenchmark(connection, devices: devices).run()
    }
}
