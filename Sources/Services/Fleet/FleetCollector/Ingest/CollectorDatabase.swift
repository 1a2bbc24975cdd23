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

    func devices(of tokens: Set<String>) throws(PostgresError) -> [String: DeviceName] {
        let hashes = tokens.compactMap { token in Secret(token).map { (token, SecretHash($0)) } }
        let devices = try access.devices(of: hashes.map(\.1), at: SystemClock.now().wallClock)
        return Dictionary(hashes.compactMap { token, hash in devices[hash].map { (token, $0) } }) { $1 }
    }

    func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
        try ingest.store(uploads)
    }

    /// A status that is lost in a crash of the database is replaced by the next one, so that it does not wait for the
    /// disk: thousands arrive at once when a collector connects to the broker.
    func store(_ statuses: [ReceivedStatus]) throws(PostgresError) -> [DeviceName] {
        try connection.execute("SET synchronous_commit = off")
        var shared: [DeviceName] = []
        for item in statuses {
            let isShared = try ingest.store(
                item.status, of: item.device, received: item.received, byBroker: item.byBroker)
            if isShared { shared.append(item.device) }
        }
        try connection.execute("RESET synchronous_commit")
        return shared
    }
}
