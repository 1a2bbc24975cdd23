import Access
import Basics
import FleetProtocol
import FleetStore
import Linux
import PostgreSQL

/// The database of a collector, in the role of a collector.
final class CollectorDatabase: IngestDatabase {
    private let connection: PostgresConnection
    private let ingest: UploadStore
    private let access: FleetAccess

    /// Connects; each statement answers the pulse, since a slow database must not look like a hung thread.
    ///
    /// A commit may have hundreds of statements. One that takes longer than its limit ends the connection.
    init(
        _ conninfo: String, connectTimeout: Duration, statementTimeout: Duration, pulse: ThreadPulse
    ) throws(PostgresError) {
        connection = try FleetDatabase.connect(
            conninfo, connectTimeout: connectTimeout, statementTimeout: statementTimeout)
        connection.onStatement = { pulse.answer() }
        ingest = UploadStore(connection)
        access = FleetAccess(connection)
    }

    var descriptor: Int32? { connection.descriptor }

    func check() throws(PostgresError) { try connection.checkAtRest() }

    func device(token: String) throws(PostgresError) -> DeviceName? {
        guard let secret = Secret(token) else { return nil }
        return try access.device(of: SecretHash(secret), at: SystemClock.now().wallClock)
    }

    func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
        try ingest.store(uploads)
    }

    /// A status that is lost in a crash of the database is replaced by the next one, so that it does not wait for the
    /// disk: thousands arrive at once when a collector connects to the broker.
    func store(_ statuses: [ReceivedStatus]) throws(PostgresError) {
        try connection.execute("SET synchronous_commit = off")
        for item in statuses {
            try ingest.store(item.status, of: item.device, received: item.received, byBroker: item.byBroker)
        }
        try connection.execute("RESET synchronous_commit")
    }
}
