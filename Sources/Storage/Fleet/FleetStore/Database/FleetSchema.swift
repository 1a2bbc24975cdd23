import EmbeddedFiles
import FleetFiles
public import PostgreSQL

/// A change of the schema, applied once.
struct SchemaMigration: Sendable {
    /// Its name in the table `migration`, which never changes.
    let name: String
    let script: String
}

extension SchemaMigration {
    /// Creates the migration of these files of `Schema/`, which run in this order.
    init(_ name: String, _ files: String...) {
        let scripts = files.compactMap { file in FleetFiles.schema.first { $0.name == file }?.text }
        self.init(name: name, script: scripts.joined(separator: "\n"))
    }
}

/// The schema of a fleet's database, built by named migrations.
///
/// Each is one transaction together with its row in `migration`: one that fails leaves the schema before it.
public enum FleetSchema {
    /// All migrations in order.
    static let migrations = [
        SchemaMigration("fleet tables", "fleet-tables.sql"),
        SchemaMigration("history tables", "history-tables.sql"),
        SchemaMigration(
            "view of fixes", "segment-column.sql", "segment-decoder.sql", "fix-view.sql"),
        SchemaMigration("row security", "row-security.sql"),
        SchemaMigration("webhooks", "webhook-tables.sql"),
        SchemaMigration("shared positions", "shared-positions.sql"),
        SchemaMigration("group of collectors", "collector-group.sql"),
        SchemaMigration("notes of shares", "share-notes.sql"),
        SchemaMigration("functions of analysts", "analyst-functions.sql"),
        SchemaMigration("levels of integrity", "integrity-levels.sql"),
    ]

    /// The key of the advisory lock that two migrators contend for ("WIMF").
    private static let lock = 0x5749_4D46

    /// Creates the roles that are missing; needs CREATEROLE, not a superuser.
    public static func createRoles(_ connection: PostgresConnection) throws(PostgresError) {
        for role in FleetDatabase.roles {
            // Another database of the server may create the same role at this moment.
            try connection.execute(
                """
                DO $$ BEGIN
                    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '\(role)') THEN
                        CREATE ROLE \(role) NOLOGIN;
                    END IF;
                EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
                END $$
                """)
        }
        try connection.execute(
            """
            DO $$ BEGIN
                IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
                    GRANT whereismy_owner TO CURRENT_USER;
                END IF;
            END $$
            """)
    }

    /// The functions by which any login could hold up the service, whose locks are known, or fill its disk.
    private static let restricted = """
        FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
            AND (proname ~ '^pg_(try_)?advisory_' OR proname IN ('lo_creat', 'lo_create', 'lo_from_bytea'))
        """

    /// Leaves advisory locks and new large objects of the database to the service; does nothing unless a superuser asks.
    ///
    /// It takes no such lock itself: another login may hold it.
    public static func restrictFunctions(_ connection: PostgresConnection) throws(PostgresError) {
        try connection.execute(
            """
            DO $$ DECLARE name regprocedure; BEGIN
                IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
                    OR to_regrole('whereismy_collector') IS NULL THEN RETURN; END IF;
                FOR name IN SELECT oid::regprocedure \(restricted) LOOP
                    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO whereismy_owner, whereismy_collector', name);
                    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
                END LOOP;
            END $$
            """)
    }

    /// True if any login of the database can take the locks of the service, or make large objects.
    public static func isOpenToAll(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
        let sql = "SELECT EXISTS (SELECT \(restricted) AND has_function_privilege('public', oid, 'EXECUTE'))"
        return try connection.query(sql).first?.boolean(at: 0) ?? false
    }

    /// Lets a login role be the service: collector and viewer.
    ///
    /// - Throws: ``PostgresError``, for example if there is no such role.
    public static func grantService(to login: String, _ connection: PostgresConnection) throws(PostgresError) {
        let name = FleetDatabase.identifier(login)
        try connection.execute("GRANT whereismy_collector, whereismy_viewer TO \(name)")
    }

    /// Lets a login role be an analyst, who sees what the member with that login sees.
    ///
    /// - Throws: ``PostgresError``, for example if there is no such role.
    public static func grantAnalysis(to login: String, _ connection: PostgresConnection) throws(PostgresError) {
        try connection.execute("GRANT whereismy_analyst TO \(FleetDatabase.identifier(login))")
    }

    /// Applies the migrations that are missing.
    ///
    /// - Parameter connection: A connection of the database's owner or a superuser, with a generous statement timeout.
    /// - Returns: The names of those that were applied.
    /// - Throws: ``PostgresError``; those before it stay applied.
    public static func migrate(_ connection: PostgresConnection) throws -> [String] {
        try migrate(connection, migrations)
    }

    /// Applies the given migrations.
    static func migrate(_ connection: PostgresConnection, _ migrations: [SchemaMigration]) throws -> [String] {
        try connection.transaction {
            try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
            guard try !hasTable(connection) else { return }
            try connection.execute(
                """
                CREATE SCHEMA IF NOT EXISTS whereismy AUTHORIZATION whereismy_owner;
                SET LOCAL ROLE whereismy_owner;
                CREATE TABLE whereismy.migration(name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())
                """)
        }
        return try migrations.filter { try apply($0, connection) }.map(\.name)
    }

    /// Returns the names of the migrations that this program knows and the database lacks, in order.
    public static func pending(_ connection: PostgresConnection) throws(PostgresError) -> [String] {
        let applied = try applied(connection)
        return migrations.map(\.name).filter { !applied.contains($0) }
    }

    /// Returns what is wrong with a schema that is not missing, with the fix; nil for one of this program.
    ///
    /// A newer one keeps older programs working, and an older one as far as it has what they need.
    public static func fault(_ connection: PostgresConnection) throws(PostgresError) -> String? {
        let pending = try pending(connection).joined(separator: ", ")
        guard pending.isEmpty else {
            return "the schema lacks \(pending); fix: sudo -u postgres whereismy-fleet migrate"
        }
        let newer = try applied(connection).subtracting(migrations.map(\.name)).sorted().joined(separator: ", ")
        return newer.isEmpty ? nil : "the schema is newer, with \(newer); fix: sudo apt upgrade whereismy-fleet"
    }

    /// The names of the migrations of the database; empty without a schema.
    static func applied(_ connection: PostgresConnection) throws(PostgresError) -> Set<String> {
        guard try hasTable(connection) else { return [] }
        return try Set(connection.query("SELECT name FROM whereismy.migration").compactMap { $0.text(at: 0) })
    }

    /// Applies a migration unless it was; returns true if it did.
    private static func apply(_ migration: SchemaMigration, _ connection: PostgresConnection) throws -> Bool {
        try connection.transaction {
            try connection.execute("SET LOCAL ROLE whereismy_owner; SELECT pg_advisory_xact_lock(\(lock))")
            let known = try connection.query(
                "SELECT FROM whereismy.migration WHERE name = $1", [.text(migration.name)])
            guard known.isEmpty else { return false }
            try connection.execute(migration.script)
            try connection.query("INSERT INTO whereismy.migration(name) VALUES($1)", [.text(migration.name)])
            return true
        }
    }

    private static func hasTable(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.query("SELECT to_regclass('whereismy.migration') IS NOT NULL").first?.boolean(at: 0) ?? false
    }
}
