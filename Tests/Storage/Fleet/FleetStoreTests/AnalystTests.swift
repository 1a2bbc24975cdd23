import FleetProtocol
import FleetStore
import PostgreSQL
import TestSupport
import Testing

/// An analyst of the red team, and the parked device of the blue team.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct AnalystTests {
    /// The rows of the device that must stay unknown, each with these values.
    private static let secrets = ["latitude": 543_210_987, "longitude": 101_391_234, "speed": 777, "time": moment]
    private static let moment = 1_790_000_000_000
    /// The arguments of the functions, such that each would return rows of the blue team's device.
    private static let arguments = [
        "device integer": "(SELECT 2)", "device text": "'blue-van'", "hour integer": "\(moment / 3_600_000)",
        "first integer": "0", "last integer": "999999", "first bigint": "0", "last bigint": "9e15::bigint",
        "first timestamp with time zone": "'epoch'", "last timestamp with time zone": "'9000-01-01'",
        "at_least integer": "1", "blob bytea": "''",
    ]

    private let database: FleetTestDatabase
    private let analyst: PostgresConnection

    init() throws {
        database = try FleetTestDatabase()
        try database.add("red-van", "blue-van")
        let administration = try database.administration()
        for team in ["red", "blue"] {
            try administration.addTeam(team, at: FleetTestDatabase.now)
            try administration.add(FleetTestDatabase.name("\(team)-van"), toTeam: team, at: FleetTestDatabase.now)
        }
        try administration.addMember("alice", login: "alice_sql", at: FleetTestDatabase.now)
        try administration.setRole(.history, of: "alice", inTeam: "red", at: FleetTestDatabase.now)
        let (latitude, longitude) = (Self.secrets["latitude"] ?? 0, Self.secrets["longitude"] ?? 0)
        try database.superuser().execute(
            """
            INSERT INTO whereismy.recent(device, time, latitude, longitude, speed, state)
                SELECT 2, \(Self.moment) + i, \(latitude), \(longitude), 777, 3 FROM generate_series(0, 19999) i
                UNION ALL SELECT 1, \(Self.moment) + 1000 * i, i, i, i, 3 FROM generate_series(-100, 100) i;
            INSERT INTO whereismy.segment(device, hour, first, last, count, distance, south, west, north, east, outline,
                blob) SELECT 2, i, \(Self.moment), \(Self.moment), 1, 0, \(latitude), \(longitude), \(latitude),
                \(longitude), '', '' FROM generate_series(1, 2000) i;
            UPDATE whereismy.last SET time = \(Self.moment), latitude = \(latitude), longitude = \(longitude),
                speed = 777 WHERE device = 2;
            INSERT INTO whereismy.event(device, kind, time, since, received, latitude, longitude)
                SELECT 2, 'silent', \(Self.moment) + i, \(Self.moment), \(Self.moment), \(latitude) / 1e7,
                \(longitude) / 1e7 FROM generate_series(0, 1999) i;
            ANALYZE
            """)
        analyst = try PostgresConnection(database.database.conninfo(user: "alice_sql"))
    }

    /// All that an analyst may read, as it is written after FROM.
    private func sources() throws -> [String] {
        try analyst.query(
            """
            SELECT 'whereismy.' || relname, '{}'::text[]::text FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
                AND relnamespace = 'whereismy'::regnamespace AND has_table_privilege(oid, 'SELECT')
            UNION ALL SELECT 'whereismy.' || proname, (SELECT array_agg(proargnames[i] || ' ' ||
                format_type(proargtypes[i - 1], NULL) ORDER BY i) FROM generate_series(1, pronargs) i)::text
            FROM pg_proc WHERE proretset AND pronamespace = 'whereismy'::regnamespace
                AND has_function_privilege(oid, 'EXECUTE')
            """
        ).map { row in
            let name = row.text(at: 0) ?? ""
            guard row.text(at: 1) != "{}" else { return name }
            let names = (row.text(at: 1) ?? "").filter { !"{}\"".contains($0) }.split(separator: ",")
            return try "\(name)(" + names.map { try #require(Self.arguments[String($0)]) }.joined(separator: ", ") + ")"
        }
    }

    /// Returns the lines of a plan with estimates; nil if the statement is refused.
    private func estimate(_ source: String, _ condition: String) -> String? {
        try? analyst.query("EXPLAIN SELECT FROM \(source) WHERE \(condition)").compactMap { $0.text(at: 0) }
            .filter { $0.contains("rows=") }.joined(separator: "\n")
    }

    @Test func noneTakesALockOfTheServiceOrMakesALargeObject() throws {
        let calls = [
            "pg_advisory_lock(1)", "pg_try_advisory_lock(1, 2)", "pg_advisory_xact_lock_shared(1)",
            "pg_try_advisory_xact_lock(1)", "lo_create(0)", "lo_creat(-1)", "lo_from_bytea(0, 'a')",
        ]
        for call in calls {
            do {
                try analyst.query("SELECT \(call)")
                Issue.record("\(call)")
            } catch {
                #expect(error.isPermissionDenied, "\(call): \(error)")
            }
        }
        let upload = try FleetTestDatabase.upload("red-van", [-90_000])
        #expect(try UploadStore(database.connect()).store([upload]) == [.stored(1, refused: [])])
        _ = try RecentDays(database.connect()).add(at: FleetTestDatabase.now)
    }

    @Test func noEstimateDependsOnTheRowsOfOthers() throws {
        var seen: Set<String> = []
        for source in try sources() {
            for (column, secret) in Self.secrets {
                let names = [column, ["latitude": "south", "longitude": "west", "time": "first"][column] ?? column]
                for (name, scale) in names.flatMap({ [($0, "%"), ($0, "% / 1e7"), ($0, "to_timestamp(% / 1e3)")] }) {
                    for sign in ["<", "="] {
                        let values = [secret - 1_000_000, secret - 1, secret, secret + 1, secret + 1_000_000]
                        let estimates = values.compactMap { value in
                            let number = scale.split(separator: "%", omittingEmptySubsequences: false)
                            return estimate(source, "\(name) \(sign) \(number.joined(separator: "\(value)"))")
                        }
                        if !estimates.isEmpty { seen.insert("\(column) \(source)") }
                        #expect(Set(estimates).count <= 1, "\(source): \(name) \(sign) \(secret) \(estimates)")
                    }
                }
            }
        }
        for column in Self.secrets.keys {
            for source in ["fix", "fixes", "analyst_recent", "analyst_last", "analyst_fixes"] {
                #expect(seen.contains { $0.hasPrefix("\(column) whereismy.\(source)") }, "\(column) of \(source)")
            }
        }
    }

    @Test func theFunctionsReturnTheRowsOfTheAnalyst() throws {
        func count(_ source: String) throws -> Int64? {
            try analyst.query("SELECT count(*) FROM whereismy.\(source)").first?.integer(at: 0)
        }
        #expect(try count("analyst_segment(2, 0, 999999)") == 0)
        #expect(try count("analyst_recent(1, 0, 9e15::bigint)") == 201)
        #expect(try count("analyst_recent(2, 0, 9e15::bigint)") == 0)
        #expect(try count("analyst_device()") == 1 && count("analyst_last()") == 1 && count("analyst_event()") == 0)
        #expect(try count("fix") == 201 && count("fixes('red-van', 'epoch', '9000-01-01')") == 201)
        #expect(try count("fixes('blue-van', 'epoch', '9000-01-01')") == 0)
        #expect(throws: PostgresError.self) { try count("recent") }
        #expect(throws: PostgresError.self) { try count("hour_fixes(2, \(Self.moment / 3_600_000))") }
        // The service, in whose name links of others are read, has none of these functions.
        let service = try database.connect()
        for role in ["whereismy_collector", "whereismy_viewer"] {
            try service.execute("SET ROLE \(role)")
            #expect(throws: PostgresError.self) { try service.query("SELECT FROM whereismy.analyst_recent(1, 0, 1)") }
            #expect(throws: PostgresError.self) { try service.query("SELECT FROM whereismy.fix") }
        }
    }
}
