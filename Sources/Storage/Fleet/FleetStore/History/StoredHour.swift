public import History
import PostgreSQL

/// An hour of a device, the unit of sealing.
public struct StoredHour: Hashable, Sendable {
    /// The number of the device.
    public let device: Int64
    /// The name of the device.
    public let name: String
    /// The hour.
    public let hour: Hour

    /// Creates the hour of a device.
    public init(device: Int64, name: String, hour: Hour) {
        self.device = device
        self.name = name
        self.hour = hour
    }

    /// The key of its rows and of its lock.
    var key: [PostgresValue] { [.integer(device), .integer(hour.index)] }
}
