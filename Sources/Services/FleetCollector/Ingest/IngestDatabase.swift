import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

/// The database, as the ingest thread uses it: a connection that is open.
protocol IngestDatabase: AnyObject {
    /// Returns the device of a token; nil for an unknown token.
    func device(token: String) throws(PostgresError) -> DeviceName?

    /// Stores uploads in one commit; returns an answer for each, in order.
    func store(_ uploads: [FleetUpload]) throws(PostgresError) -> [FleetAnswer]

    /// Stores the statuses of devices, of which some may be stored if it fails.
    func store(_ statuses: [ReceivedStatus]) throws(PostgresError)
}

/// A status with its device.
struct ReceivedStatus: Hashable {
    /// The device.
    let device: DeviceName
    /// The status.
    let status: FleetStatus
    /// When it arrived.
    let received: Timestamp
}
