public import PostgreSQL

/// The connections of the service to the database of a fleet.
public enum FleetDatabase {
    /// The roles of the database, which cannot log in; login roles become members of them.
    ///
    /// `whereismy_owner` owns the schema, `whereismy_collector` writes, `whereismy_viewer` reads the rows that row-level
    /// security leaves it, `whereismy_analyst` the same by functions, whose plans are not shown.
    public static let roles = ["whereismy_owner", "whereismy_collector", "whereismy_viewer", "whereismy_analyst"]

    /// Connects as the service: with the rights of the collector, which ``FleetReader`` drops for those of a viewer.
    ///
    /// - Parameters:
    ///   - conninfo: The settings, of a login role that is a member of the collector and of the viewer.
    ///   - connectTimeout: The limit for connecting.
    ///   - statementTimeout: The limit for each statement.
    /// - Returns: The connection, for one thread.
    /// - Throws: ``PostgresError``, also of a schema that is missing, with the fix.
    public static func connect(
        _ conninfo: String, connectTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30)
    ) throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(
            conninfo, connectTimeout: connectTimeout, statementTimeout: statementTimeout)
        // Compiling a query costs more than any of them takes: 60 ms for the list of 10,000 devices.
        do throws(PostgresError) {
            try connection.execute("SET ROLE whereismy_collector; SET search_path = pg_catalog, pg_temp; SET jit = off")
        } catch {
            guard error.sqlState == missingRole else { throw error }
            throw .missingSchema
        }
        guard try !FleetSchema.applied(connection).isEmpty else { throw .missingSchema }
        return connection
    }

    /// A role does not exist, of `SET ROLE`: `invalid_parameter_value`.
    private static let missingRole = "22023"

    /// Returns a name as an identifier of SQL.
    static func identifier(_ name: String) -> String {
        var text = "\""
        for character in name.unicodeScalars where character.value != 0 {
            text.unicodeScalars.append(character)
            if character == "\"" { text.unicodeScalars.append(character) }
        }
        return text + "\""
    }
}

extension PostgresError {
    /// There is no schema: a later connection may find one.
    public static let missingSchema = PostgresError(
        "the schema is missing; fix: sudo -u postgres whereismy-fleet init", isConnectionLost: true)

    /// True if a table, a column or a function does not exist, as in the schema of an older program.
    public var isOfOlderSchema: Bool { isUndefined || sqlState == "42703" || sqlState == "42883" }
}
