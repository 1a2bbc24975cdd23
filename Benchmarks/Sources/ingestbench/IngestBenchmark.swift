import Basics
import FleetProtocol
import FleetStore
import Glibc
import HistoryEncoding
import Linux
import Location
import PostgreSQL
import TestSupport

/// The fixes of a thousand devices at 1 Hz, in the order of their arrival, into a database of its own.
final class IngestBenchmark {
    private static let deviceCount = 1000
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private let server: PostgresServer
    let database: PostgresDatabase
    let connection: PostgresConnection
    let superuser: PostgresConnection
    private let ingest: UploadStore
    private let names: [DeviceName]
    private let count: Int

    init(count: Int) throws {
        self.count = count
        // Commits wait for the disk, as in production.
        server = try PostgresServer(isDurable: true, settings: ["shared_buffers=512MB", "max_wal_size=8GB"])
        database = try PostgresDatabase(on: server)
        superuser = try PostgresConnection(database.conninfo(), statementTimeout: .seconds(600))
        try FleetSchema.createRoles(superuser)
        _ = try FleetSchema.migrate(superuser)
        connection = try FleetDatabase.connect(database.conninfo())
        ingest = UploadStore(connection)
        names = (0..<Self.deviceCount).compactMap { DeviceName("device-\($0)") }
        try superuser.execute(
            """
            INSERT INTO whereismy.device(name, created) SELECT 'device-' || i, 0 FROM generate_series(0, 999) i;
            INSERT INTO whereismy.last(device) SELECT id FROM whereismy.device;
            CREATE TABLE bare(LIKE whereismy.recent INCLUDING ALL)
            """)
        for day in 0...1 {
            try superuser.query(
                "SELECT whereismy.add_recent_day($1)", [.integer(Self.start.milliseconds / 86_400_000 + Int64(day))])
        }
    }

    /// Stores all fixes, or a number of them, by a body, which is given the points of one commit, and prints the rates.
    func measure(
        _ name: String, of limit: Int? = nil, fixesPerCommit: Int, _ body: ([[TrackPoint]]) throws -> Void
    ) throws {
        let count = limit ?? count
        var (elapsed, busy) = (Duration.zero, 0.0)
        var stored = 0
        while stored < count {
            let commit = points(from: stored, count: fixesPerCommit)
            let (before, used) = (SystemClock.uptime, clock())
            try body(commit)
            elapsed += SystemClock.uptime - before
            busy += Double(clock() - used) / 1e6
            stored += fixesPerCommit
        }
        print("\(name)_per_second \(Int(Double(stored) / elapsed.inSeconds))")
        print("\(name)_client_us \((busy * 1e7 / Double(stored)).rounded() / 10)")
    }

    /// Empties the tables.
    func reset() throws {
        try superuser.execute("TRUNCATE whereismy.recent, bare")
        try superuser.execute("VACUUM FULL whereismy.last")
    }

    /// Copies points into a bare table with the same key.
    func copy(_ points: [[TrackPoint]]) throws {
        var data = PostgresCopyData(capacity: 600_000)
        var steps = PointSteps()
        for point in points.lazy.joined() {
            steps.set(point)
            data.beginRow(columns: PointSteps.columnCount + 1)
            data.append(int64: point.timestamp.milliseconds)
            data.append(int32: Int32(point.fix.device.dropFirst(7)) ?? 0)
            for column in 1..<PointSteps.columnCount where column != 3 && column != 13 {
                data.append(int32: steps[column].map { Int32(clamping: $0) })
            }
            data.append(int16: steps[3].map { Int16(clamping: $0) })
            data.append(int16: steps[13].map { Int16(clamping: $0) })
        }
        try superuser.copy("COPY bare FROM STDIN (FORMAT binary)", data)
    }

    /// Stores points as uploads.
    func ingest(_ points: [[TrackPoint]], fixesPerUpload: Int) throws {
        for answer in try ingest.store(uploads(points, fixesPerUpload: fixesPerUpload)) {
            guard case .stored(_, let refused) = answer, refused.isEmpty else { throw IngestError() }
        }
    }

    /// Returns points as uploads.
    func uploads(_ points: [[TrackPoint]], fixesPerUpload: Int) -> [DeviceUpload] {
        let now = SystemClock.now().wallClock
        var uploads: [DeviceUpload] = []
        for run in points {
            for start in stride(from: 0, to: run.count, by: fixesPerUpload) {
                let part = Array(run[start..<min(start + fixesPerUpload, run.count)])
                guard let name = part.first.flatMap({ DeviceName($0.fix.device) }) else { continue }
                uploads.append(DeviceUpload(device: name, content: UploadedItems(points: part), received: now))
            }
        }
        return uploads
    }

    private struct IngestError: Error {}

    /// Returns the points of one commit, by device: a device sends 100 at once, or one where a commit has fewer.
    func points(from first: Int, count: Int) -> [[TrackPoint]] {
        let run = count >= 1000 ? 100 : 1
        return stride(from: first, to: first + count, by: run).map { start in
            (start..<(start + run)).compactMap { index in
                let round = index / (run * Self.deviceCount) * run + index % run
                return point(names[index / run % Self.deviceCount].text, round)
            }
        }
    }

    private func point(_ device: String, _ second: Int) -> TrackPoint? {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = Self.start + .seconds(second)
        fix.coordinate = Coordinate(latitude: -37.8 + Double(second) * 1e-5, longitude: 144.9)
        fix.altitude = 31
        fix.ellipsoidalAltitude = 36
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4.2, origin: .estimate)
        fix.verticalAccuracy = 7
        fix.speed = 13.9
        fix.speedAccuracy = 0.4
        fix.course = 45
        fix.courseAccuracy = 2
        fix.climb = 0.1
        return TrackPoint(fix, motion: .moving, satellitesUsed: 9)
    }
}
