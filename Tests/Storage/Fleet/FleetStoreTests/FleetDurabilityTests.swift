import Basics
import FleetProtocol
import FleetStore
import PostgreSQL
import TestSupport
import Testing

/// What was answered survives a crash of the database, and its absence is told, not hidden.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct FleetDurabilityTests {
    @Test func whatWasAnsweredSurvivesKillsAndTheRestIsSentAgain() throws {
        let server = try PostgresServer(isDurable: true)
        let admin = try PostgresConnection(server.conninfo())
        try FleetSchema.createRoles(admin)
        _ = try FleetSchema.migrate(admin)
        let connection = try FleetDatabase.connect(server.conninfo())
        _ = try FleetAdministration(connection, actor: "test").addDevice(
            FleetTestDatabase.name("van"), at: FleetTestDatabase.now)
        var ingest: UploadStore? = UploadStore(connection)
        for round in 0..<6 {
            let upload = try FleetTestDatabase.upload("van", Array((round * 100)..<(round * 100 + 100)))
            if round.isMultiple(of: 2) { server.kill() }
            if round.isMultiple(of: 2) {
                // On a busy machine a session may outlive the killed server for a moment, and then has committed.
                let result = Result { try ingest?.store([upload]) }
                if case .failure(let error) = result { #expect((error as? PostgresError)?.isConnectionLost == true) }
                try server.start()
                ingest = UploadStore(try FleetDatabase.connect(server.conninfo()))
            }
            #expect(try ingest?.store([upload]) == [.stored(100, refused: [])])
        }
        server.kill()
        try server.start()
        let count = try PostgresConnection(server.conninfo()).query("SELECT count(*) FROM whereismy.recent").first
        #expect(count?.integer(at: 0) == 600)
        server.stop()
    }
}
