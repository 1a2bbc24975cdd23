public import FleetProtocol
import PostgreSQL

extension FleetReader {
    /// Returns the history of a device, as the viewer may see it; nil if there is no device that the viewer may see.
    ///
    /// A device whose history the viewer may not see has an empty one.
    ///
    /// - Throws: ``PostgresError``.
    public func history(of name: DeviceName) throws -> DeviceHistory? {
        let (connection, viewer) = (connection, viewer)
        let rows = try read {
            try connection.query("SELECT id FROM whereismy.device WHERE name = $1", [.text(name.text)])
        }
        return rows.first?.integer(at: 0).map { device in
            DeviceHistory(connection, device: device, name: name.text) { connection in
                try Self.restrict(connection, to: viewer)
            }
        }
    }
}
