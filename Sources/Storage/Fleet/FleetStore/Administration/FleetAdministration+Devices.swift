public import Access
public import Basics
public import FleetProtocol
public import PostgreSQL

extension FleetAdministration {
    /// Adds a device; returns its token, of which only the hash is stored.
    ///
    /// - Throws: ``AdministrationError`` if the name is in use; ``PostgresError``.
    public func addDevice(_ name: DeviceName, at now: Timestamp) throws -> Secret {
        try change("device add", of: name.text, at: now) {
            try changeOne(
                "device \(name)",
                by: """
                    WITH added AS (INSERT INTO whereismy.device(name, created) VALUES($1, $2) RETURNING id)
                    INSERT INTO whereismy.last(device) SELECT id FROM added
                    """, [.text(name.text), .integer(now.milliseconds)])
            return try insertDeviceToken(name, at: now)
        }
    }

    /// Adds a token to a device; the others stay valid.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device; ``PostgresError``.
    public func addDeviceToken(_ name: DeviceName, at now: Timestamp) throws -> Secret {
        try change("device token", of: name.text, at: now) { try insertDeviceToken(name, at: now) }
    }

    /// Revokes all tokens of a device; returns their number.
    ///
    /// - Throws: ``PostgresError``.
    public func revokeDeviceTokens(_ name: DeviceName, at now: Timestamp) throws -> Int {
        try change("device revoke", of: name.text, at: now) {
            try connection.query(
                "DELETE FROM whereismy.token USING whereismy.device d WHERE d.id = token.device AND d.name = $1",
                [.text(name.text)]
            ).affectedCount
        }
    }

    /// Refuses the uploads of a device from now on, or accepts them again; collectors notice within ten seconds.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device; ``PostgresError``.
    public func setDisabled(_ isDisabled: Bool, _ name: DeviceName, at now: Timestamp) throws {
        try change(isDisabled ? "device disable" : "device enable", of: name.text, at: now) {
            try update(name, set: "is_disabled", to: .boolean(isDisabled))
        }
    }

    /// Sets the time without a report after which a device is silent; nil for that of its status, or the default.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device, or for a time that is not above 0; ``PostgresError``.
    public func setStaleAfter(_ time: Duration?, _ name: DeviceName, at now: Timestamp) throws {
        try change("device stale-after", of: name.text, detail: time?.setting ?? "default", at: now) {
            try update(name, set: "stale_after", to: PostgresValue(time?.milliseconds))
        }
    }

    /// Sets the number of days that the fixes of a device are kept; nil for ever.
    ///
    /// - Throws: ``AdministrationError`` if there is no such device, or for a number that is not above 0; ``PostgresError``.
    public func setRetention(days: Int?, _ name: DeviceName, at now: Timestamp) throws {
        try change("device retention", of: name.text, detail: days.map { "\($0)d" } ?? "for ever", at: now) {
            try update(name, set: "retention_days", to: PostgresValue(days.map(Int64.init)))
        }
    }

    /// Returns all devices, sorted by name, with all their teams.
    public func devices(at now: Timestamp) throws(PostgresError) -> [FleetDevice] {
        try connection.query(
            """
            SELECT \(FleetDevice.columnsOfMany) FROM whereismy.device d JOIN whereismy.last l ON l.device = d.id
            \(FleetDevice.teams) ORDER BY d.name COLLATE "C"
            """
        ).compactMap { FleetDevice($0, at: now) }
    }

    /// Sets a column; the row of `last` gets a new version, so that readers notice.
    private func update(_ name: DeviceName, set column: String, to value: PostgresValue) throws {
        try changeOne(
            "device \(name)",
            by: """
                WITH changed AS (UPDATE whereismy.device SET \(column) = $2 WHERE name = $1 RETURNING id)
                UPDATE whereismy.last SET version = pg_current_xact_id() FROM changed WHERE last.device = changed.id
                """, [.text(name.text), value])
    }

    private func insertDeviceToken(_ name: DeviceName, at now: Timestamp) throws -> Secret {
        let secret = Secret.random()
        try changeOne(
            "device \(name); fix: whereismy-fleet device list",
            by: """
                INSERT INTO whereismy.token(hash, kind, device, created)
                SELECT decode($1, 'hex'), 'device', id, $3 FROM whereismy.device WHERE name = $2
                """, [.text(SecretHash(secret).hexadecimal), .text(name.text), .integer(now.milliseconds)])
        return secret
    }
}
