import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

/// The database, as the ingest thread uses it: a connection that is open.
protocol IngestDatabase: AnyObject {
    /// The number of a descriptor that becomes readable if the connection ends; nil for none.
    var descriptor: Int32? { get }

    /// Examines the connection while nothing is stored.
    func check() throws(PostgresError)

    /// Returns the devices of tokens at this moment, without unknown tokens.
    func devices(of tokens: Set<String>) throws(PostgresError) -> [String: DeviceName]

    /// Stores uploads in one commit; returns an answer for each, in order.
    func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult]

    /// Stores the statuses of devices, of which some may be stored if it fails; returns the devices of which it shows that
    /// two machines report by their name.
    func store(_ statuses: [ReceivedStatus]) throws(PostgresError) -> [DeviceName]
}

/// A status with its device.
struct ReceivedStatus: Hashable {
    /// The device.
    let device: DeviceName
    /// The status.
    let status: DeviceStatus
    /// When it arrived.
    let received: Timestamp
    /// True if it came through the broker.
    let byBroker: Bool
}
