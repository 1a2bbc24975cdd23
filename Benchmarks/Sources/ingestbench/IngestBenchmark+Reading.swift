import Basics
import FleetStore
import Linux
import PostgreSQL

extension IngestBenchmark {
    /// Prints the times for the newest fixes of 10,000 devices, for an administrator and for a team of 50.
    func measureReading() throws {
        try superuser.execute(
            """
            INSERT INTO whereismy.device(name, created) SELECT 'device-' || i, 0 FROM generate_series(1000, 9999) i;
            INSERT INTO whereismy.last(device) SELECT id FROM whereismy.device ON CONFLICT DO NOTHING;
            UPDATE whereismy.last SET (time, received, latitude, longitude, state)
                = (1790000000000, 1790000000000, device * 1000, device * 1000, 3) WHERE time IS NULL;
            INSERT INTO whereismy.team(name) SELECT 'team-' || i FROM generate_series(0, 199) i;
            INSERT INTO whereismy.team_device SELECT 1 + id % 200, id FROM whereismy.device;
            INSERT INTO whereismy.member(name, is_admin, created) VALUES('boss', true, 0), ('ann', false, 0);
            INSERT INTO whereismy.team_member SELECT 7, id, 2 FROM whereismy.member WHERE name = 'ann'
            """)
        try superuser.execute("VACUUM ANALYZE")
        for name in ["boss", "ann"] {
            guard let viewer = try FleetAccess(connection).member(named: name) else { continue }
            let reader = FleetReader(connection, as: viewer)
            let now = SystemClock.now().wallClock
            let version = try reader.snapshot(at: now).version
            try time("newest_\(name)_ms") { _ = try reader.devices(at: now) }
            try time("changes_\(name)_ms") { _ = try reader.changes(since: version, at: now) }
        }
    }

    /// Prints the median of nine runs.
    private func time(_ name: String, _ body: () throws -> Void) throws {
        var times: [Double] = []
        for _ in 0..<9 {
            let before = SystemClock.uptime
            try body()
            times.append((SystemClock.uptime - before).inSeconds * 1000)
        }
        print("\(name) \((times.sorted()[4] * 10).rounded() / 10)")
    }
}
