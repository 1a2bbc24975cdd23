import FleetProtocol
import PostgreSQL

/// The numbers of devices by their names, remembered for some seconds.
struct DeviceDirectory {
    /// The number of a device, and its state.
    struct Entry: Hashable {
        let id: Int32
        let isDisabled: Bool
    }

    /// After this time a disabled device is noticed.
    static let lifetime: Duration = .seconds(10)

    private var entries: [DeviceName: Entry] = [:]
    private var since: Duration?

    /// Returns what is known of devices, nil for an unknown one.
    mutating func entries(
        of names: Set<DeviceName>, at uptime: Duration, _ connection: PostgresConnection
    ) throws(PostgresError) -> [DeviceName: Entry] {
        if since.map({ uptime - $0 >= Self.lifetime }) ?? true {
            entries = [:]
            since = uptime
        }
        let missing = names.filter { entries[$0] == nil }
        if !missing.isEmpty { try load(missing, connection) }
        return entries
    }

    /// Forgets all, as after an error.
    mutating func forget() {
        since = nil
    }

    private mutating func load(_ names: Set<DeviceName>, _ connection: PostgresConnection) throws(PostgresError) {
        let rows = try connection.query(
            "SELECT name, id, is_disabled FROM whereismy.device WHERE name = ANY($1)", [.texts(names.map(\.text))])
        for row in rows {
            guard let name = row.text(at: 0).flatMap({ DeviceName($0) }), let id = row.integer(at: 1) else { continue }
            entries[name] = Entry(id: Int32(clamping: id), isDisabled: row.boolean(at: 2) ?? false)
        }
    }
}

extension PostgresError {
    private static let foreignKeyViolation = "23503"

    /// A device was removed after it was looked up; for the tables without a foreign key, which report no error.
    static let missingDevice = PostgresError(sqlState: foreignKeyViolation, "a device was removed")

    /// True if a device was removed after it was looked up.
    var isMissingDevice: Bool { sqlState == Self.foreignKeyViolation }
}
