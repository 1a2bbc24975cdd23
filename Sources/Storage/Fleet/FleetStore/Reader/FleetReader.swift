public import Basics
public import FleetProtocol
public import PostgreSQL

/// A state of the database, for asking what has changed since.
public struct StoreVersion: Hashable, Sendable {
    /// The oldest transaction that was running: everything that is visible later has this number or a higher one.
    let transaction: Int64
}

/// Reads what a viewer may see, with the rights of the viewer: row-level security is the second wall behind the
/// conditions here.
///
/// Owned by the thread of its connection.
public final class FleetReader {
    let connection: PostgresConnection
    let viewer: FleetViewer

    /// Creates a reader with the rights of a viewer, on a connection of the service.
    public init(_ connection: PostgresConnection, as viewer: FleetViewer) {
        self.connection = connection
        self.viewer = viewer
    }

    /// Takes the role and the rights of a viewer until the end of the transaction.
    public static func restrict(_ connection: PostgresConnection, to viewer: FleetViewer) throws(PostgresError) {
        // The texts are ours: words and numbers.
        try connection.execute("SET LOCAL ROLE whereismy_viewer; SET LOCAL whereismy.viewer = '\(viewer.setting)'")
    }

    /// Runs a body on one state of the database, with the rights of the viewer.
    ///
    /// - Throws: errors of the body; ``PostgresError``.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.transaction(isolation: "REPEATABLE READ READ ONLY") {
            try Self.restrict(connection, to: viewer)
            return try body()
        }
    }

    /// Returns the matching devices, sorted by name.
    ///
    /// - Throws: ``PostgresError``.
    public func devices(matching filter: DeviceFilter = DeviceFilter(), at now: Timestamp) throws -> [FleetDevice] {
        try read { try select(filter, at: now) }
    }

    /// Returns the number of devices that the viewer may see.
    ///
    /// - Throws: ``PostgresError``.
    public func deviceCount() throws -> Int {
        try read {
            Int(try connection.query("SELECT count(*) FROM whereismy.device").first?.integer(at: 0) ?? 0)
        }
    }

    /// Returns a device; nil if there is none that the viewer may see.
    ///
    /// The visible names are collected before one is looked for: a name that others have takes as long as an unused
    /// one.
    ///
    /// - Throws: ``PostgresError``.
    public func device(named name: DeviceName, at now: Timestamp) throws -> FleetDevice? {
        try read {
            try connection.query(
                """
                WITH visible AS MATERIALIZED (SELECT id, name FROM whereismy.device)
                SELECT \(FleetDevice.columns) FROM visible JOIN whereismy.device d USING (id)
                LEFT JOIN \(viewer.latest) l ON l.device = d.id WHERE visible.name = $1
                """, [.text(name.text)]
            ).first.flatMap { FleetDevice($0, at: now) }
        }
    }

    /// Returns all devices, and the version from which on ``changes(since:at:)`` continues.
    ///
    /// - Throws: ``PostgresError``.
    public func snapshot(at now: Timestamp) throws -> (devices: [FleetDevice], version: StoreVersion) {
        try read { (try select(DeviceFilter(), at: now), try version()) }
    }

    /// Returns the devices that have changed since a version, some of them perhaps again, and the next version.
    ///
    /// A device that becomes stale or silent by the passage of time has not changed.
    ///
    /// - Throws: ``PostgresError``.
    public func changes(
        since version: StoreVersion, at now: Timestamp
    ) throws -> (devices: [FleetDevice], version: StoreVersion) {
        try read {
            let rows = try connection.query(
                """
                SELECT \(FleetDevice.columns) FROM whereismy.device d LEFT JOIN \(viewer.latest) l ON l.device = d.id
                WHERE l.version >= $1 ORDER BY d.name COLLATE "C"
                """, [.integer(version.transaction)])
            return (rows.compactMap { FleetDevice($0, at: now) }, try self.version())
        }
    }

    private func select(_ filter: DeviceFilter, at now: Timestamp) throws(PostgresError) -> [FleetDevice] {
        let (columns, teams) =
            filter.isWide ? (FleetDevice.columnsOfMany, FleetDevice.teams) : (FleetDevice.columns, "")
        let rows = try connection.query(
            """
            SELECT \(columns) FROM whereismy.device d LEFT JOIN \(viewer.latest) l ON l.device = d.id \(teams)
            WHERE \(DeviceFilter.condition) ORDER BY d.name COLLATE "C"
            """, filter.parameters)
        return rows.compactMap { row in
            FleetDevice(row, at: now).flatMap { filter.state == nil || filter.state == $0.state ? $0 : nil }
        }
    }

    /// Returns the version of the running transaction's state.
    func version() throws(PostgresError) -> StoreVersion {
        let row = try connection.query("SELECT pg_snapshot_xmin(pg_current_snapshot())").first
        return StoreVersion(transaction: row?.integer(at: 0) ?? 0)
    }
}
