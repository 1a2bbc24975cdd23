import Access
import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import TestSupport
import Testing

/// Two teams with a device and members each; what each sees by SQL, whatever the service's own conditions are.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct RowSecurityTests {
    private let database: FleetTestDatabase

    init() throws {
        database = try FleetTestDatabase()
        let now = FleetTestDatabase.now
        try database.add("red-van", "blue-van", "lonely")
        let administration = try database.administration()
        for team in ["red", "blue"] {
            try administration.addTeam(team, at: now)
            try administration.add(FleetTestDatabase.name("\(team)-van"), toTeam: team, at: now)
            for role in TeamRole.allCases {
                try administration.addMember("\(team)-\(role.name)", at: now)
                try administration.setRole(role, of: "\(team)-\(role.name)", inTeam: team, at: now)
            }
            _ = try administration.addShare(of: .team(team), ShareOptions(), member: "\(team)-share", at: now)
            _ = try administration.addToken("phone", of: "\(team)-last", at: now)
        }
        try administration.addMember("boss", isAdmin: true, at: now)
        try administration.addMember("nobody", at: now)
        try administration.addMember("alice", login: "alice_sql", at: now)
        try administration.setRole(.history, of: "alice", inTeam: "red", at: now)
        try store()
    }

    private func store() throws {
        let now = FleetTestDatabase.now
        let ingest = UploadStore(try database.connect())
        for device in ["red-van", "blue-van", "lonely"] {
            let event = PlaceEvent(.enter, place: "Depot", moment: now, since: now)
            _ = try ingest.store([FleetTestDatabase.upload(device, [-100, -50, 0], events: [event])])
        }
        // What the job of sealing will write; its blob is never decoded here.
        try database.superuser().execute(
            """
            INSERT INTO whereismy.segment(device, hour, first, last, count, distance, south, west, north, east, outline,
                blob) SELECT id, 1, 3600000, 3700000, 1, 0, 0, 0, 0, 0, '', '' FROM whereismy.device
            """)
    }

    /// The tables and views of the schema, partitions apart, that a role may read.
    private func relations(readableBy role: String) throws -> [String] {
        try database.superuser().query(
            """
            SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = 'whereismy'::regnamespace
                AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege($1, c.oid, 'SELECT') ORDER BY 1
            """, [.text(role)]
        ).compactMap { $0.text(at: 0) }
    }

    /// Counts the rows of a relation that a viewer sees by SQL, as the service asks.
    private func count(_ relation: String, _ viewer: FleetViewer) throws -> Int64 {
        let connection = try database.connect()
        return try connection.transaction {
            try FleetReader.restrict(connection, to: viewer)
            return try connection.query("SELECT count(*) FROM whereismy.\(relation)").first?.integer(at: 0) ?? -1
        }
    }

    private func member(_ name: String) throws -> FleetViewer {
        try #require(try FleetAccess(database.connect()).member(named: name))
    }

    @Test func eachReadableTableHasRowSecurityAndEachViewIsTheReaders() throws {
        let unsafe = try database.superuser().query(
            """
            SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = 'whereismy'::regnamespace
                AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
                AND (has_table_privilege('whereismy_viewer', c.oid, 'SELECT')
                    OR has_table_privilege('whereismy_analyst', c.oid, 'SELECT'))
                AND NOT CASE c.relkind WHEN 'v' THEN coalesce('security_invoker=true' = ANY(c.reloptions), false)
                    WHEN 'm' THEN false ELSE c.relrowsecurity AND EXISTS(SELECT FROM pg_policy p WHERE p.polrelid = c.oid
                        AND 'whereismy_viewer'::regrole = ANY(p.polroles)) END
            """)
        #expect(unsafe.map { $0.text(at: 0) } == [])
    }

    @Test func theSecretsAndTheAuditAreNotReadable() throws {
        for role in ["whereismy_viewer", "whereismy_analyst"] {
            let readable = try relations(readableBy: role)
            #expect(!readable.contains("token") && !readable.contains("audit") && !readable.contains("migration"))
            #expect(!readable.contains("collector_group"))
        }
        let tables = try relations(readableBy: "whereismy_viewer")
        #expect(tables.contains("last") && tables.contains("recent") && tables.contains("segment"))
        #expect(try relations(readableBy: "whereismy_analyst") == ["fix"])
    }

    @Test func nobodySeesNothingInAnyTable() throws {
        let connection = try database.connect()
        try connection.execute("SET ROLE whereismy_viewer")
        for relation in try relations(readableBy: "whereismy_viewer") {
            #expect(try connection.query("SELECT FROM whereismy.\(relation)").isEmpty, "\(relation)")
            let seen = try count(relation, member("nobody"))
            #expect(seen == (relation == "member" ? 1 : 0), "\(relation)")
        }
    }

    /// The number of rows that mention the other team's device, team or members must be 0 in each table.
    @Test(arguments: ["red-last", "red-history", "red-share", "red-admin"])
    func aMemberOfOneTeamSeesNothingOfAnothers(_ name: String) throws {
        let connection = try database.connect()
        let viewer = try member(name)
        let superuser = try database.superuser()
        for relation in try relations(readableBy: "whereismy_viewer") {
            let visible = try connection.transaction {
                try FleetReader.restrict(connection, to: viewer)
                return try connection.query("SELECT to_jsonb(r)::text FROM whereismy.\(relation) r")
                    .compactMap { $0.text(at: 0) }
            }
            let foreign = try superuser.query(
                "SELECT to_jsonb(r)::text FROM whereismy.\(relation) r WHERE \(Self.foreign[relation] ?? "true")")
            #expect(!foreign.isEmpty, "\(relation) has no foreign rows to hide")
            #expect(Set(visible).isDisjoint(with: foreign.compactMap { $0.text(at: 0) }), "\(relation)")
        }
    }

    /// The rows that are not the red team's; a new table needs a line here.
    private static let foreign = [
        "device": "name <> 'red-van'", "last": byDevice, "event": byDevice, "recent": byDevice, "segment": byDevice,
        "team": "name <> 'red'", "team_device": byDevice, "member": "name !~ '^red'",
        "team_member": "team <> (SELECT id FROM whereismy.team WHERE name = 'red')",
        "share": "team <> (SELECT id FROM whereismy.team WHERE name = 'red')",
    ]
    private static let byDevice = "device <> (SELECT id FROM whereismy.device WHERE name = 'red-van')"

    @Test func eachRoleSeesWhatItMay() throws {
        #expect(try count("last", member("red-last")) == 1)
        for relation in ["recent", "segment", "event", "share"] {
            #expect(try count(relation, member("red-last")) == 0, "\(relation)")
        }
        #expect(try count("recent", member("red-history")) == 3)
        #expect(try count("segment", member("red-history")) == 1)
        #expect(try count("event", member("red-history")) == 1)
        #expect(try count("share", member("red-share")) == 1)
        #expect(try count("team_member", member("red-share")) == 1)
        #expect(try count("team_member", member("red-admin")) == 5)
        #expect(try count("last", member("boss")) == 3)
        #expect(try count("recent", member("boss")) == 9)
    }

    @Test func anAnalystIsTheMemberOfTheLoginAndNobodyElse() throws {
        let alice = try PostgresConnection(database.database.conninfo(user: "alice_sql"))
        func devices(_ connection: PostgresConnection) throws -> [String?] {
            try connection.query("SELECT name FROM whereismy.analyst_device()").map { $0.text(at: 0) }
        }
        #expect(try devices(alice) == ["red-van"])
        let boss = try member("boss")
        guard case .member(let id) = boss.identity else { return }
        try alice.execute("SET whereismy.viewer = 'member \(id)'")
        #expect(try devices(alice) == ["red-van"])
        #expect(throws: PostgresError.self) { try alice.execute("SELECT * FROM whereismy.token") }
        #expect(throws: PostgresError.self) { try alice.execute("DELETE FROM whereismy.recent") }
        #expect(throws: PostgresError.self) { try alice.execute("SET ROLE whereismy_collector") }
        let stranger = try PostgresConnection(database.database.conninfo(user: "stranger"))
        try stranger.execute("SET whereismy.viewer = 'member \(id)'")
        #expect(try devices(stranger) == [])
    }

    @Test func theCollectorChangesNoTableAndNoAudit() throws {
        let connection = try database.connect()
        for sql in [
            "DROP TABLE whereismy.audit", "UPDATE whereismy.audit SET actor = ''", "DELETE FROM whereismy.audit",
            "CREATE TABLE whereismy.x(a int)", "ALTER TABLE whereismy.last DISABLE ROW LEVEL SECURITY",
            "SET ROLE whereismy_owner",
        ] {
            let error = #expect(throws: PostgresError.self, "\(sql)") { try connection.execute(sql) }
            #expect(error?.isPermissionDenied == true)
        }
    }
}
