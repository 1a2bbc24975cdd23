import Basics
import FleetStore
import PostgreSQL

/// Measures the history of a fleet in an empty database, as its superuser: `fleetbench CONNINFO [DEVICES]`.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let conninfo = arguments.first else {
            print("usage: fleetbench CONNINFO [DEVICES]")
            return
        }
        let connection = try PostgresConnection(conninfo, statementTimeout: .seconds(600))
        try FleetSchema.createRoles(connection)
        _ = try FleetSchema.migrate(connection)
        let benchmark = try FleetHistoryBenchmark(
            connection, devices: arguments.dropFirst().first.flatMap { Int($0) } ?? 40)
        try benchmark.run()
    }
}
