public import Basics
public import PostgreSQL

/// The group in which the collectors share the messages of the broker, `$share/NAME/…`.
///
/// Its name is a secret of the collectors: a device that joins the group takes away what other devices send.
public enum CollectorGroup {
    /// Returns the name.
    ///
    /// - Throws: ``AdministrationError`` with the fix if the database is older than this program; ``PostgresError``.
    public static func name(_ connection: PostgresConnection) throws -> String {
        let name: String?
        do throws(PostgresError) {
            name = try connection.query("SELECT name FROM whereismy.collector_group").first?.text(at: 0)
        } catch {
            guard error.isUndefined else { throw error }
            name = nil
        }
        guard let name else {
            throw AdministrationError(
                .notFound, "the database has no group of collectors; fix: sudo -u postgres whereismy-fleet migrate")
        }
        return name
    }
}

extension FleetAdministration {
    /// Gives the group of collectors a new name, which running ones take within a minute.
    ///
    /// - Throws: ``AdministrationError`` if the database is older than this program; ``PostgresError``.
    public func renameCollectorGroup(at now: Timestamp) throws {
        _ = try CollectorGroup.name(connection)
        try change("regroup", of: "collectors", at: now) {
            try changeOne("group", by: "UPDATE whereismy.collector_group SET name = DEFAULT", [])
        }
    }
}
