import Basics
import FleetProtocol
import FleetStore
import Glibc
import History
import HistoryEncoding
import Location
import PostgreSQL
import Queries
import Simulator
import Tracks

/// Stores days of devices as segments and as rows, reads one of them, and prints the figures, one per line.
struct FleetHistoryBenchmark {
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    private let connection: PostgresConnection
    private let devices: [(number: Int64, name: String)]
    private let hours: [[TrackPoint]]

    init(_ connection: PostgresConnection, devices count: Int) throws {
        self.connection = connection
        hours = Self.day()
        devices = try (0..<count).map { index in
            let name = "bench\(index)"
            // As FleetAdministration registers a device, without a token.
            let sql = """
                WITH added AS (INSERT INTO whereismy.device(name, created) VALUES($1, 0) RETURNING id)
                INSERT INTO whereismy.last(device) SELECT id FROM added RETURNING device
                """
            return (try connection.query(sql, [.text(name)]).first?.integer(at: 0) ?? 0, name)
        }
    }

    func run() throws {
        try storeSegments()
        try measureSize()
        try readDay()
        try decodeBySQL()
        try seal()
        try merge()
    }

    /// Devices upload their sealed hours, each in a commit as the collector does, then some of them again.
    private func storeSegments() throws {
        let bodies = hours.map { UploadBody.encode($0) }
        let decoding = try Self.time { try bodies.forEach { _ = try Segment.decode($0, device: "bench") } }
        let encoding = try Self.time { try hours.forEach { _ = try Segment.encode($0) } }
        let fixes = Double(hours.reduce(0) { $0 + $1.count })
        print("segments, us per fix to decode", Self.rounded(decoding / fixes * 1e6))
        print("segments, us per fix to encode", Self.rounded(encoding / fixes * 1e6))
        let ingest = UploadStore(connection)
        let busy = clock()
        let seconds = try Self.time { try upload(bodies, of: devices, by: ingest) }
        let stored = fixes * Double(devices.count)
        print("segments, us per fix in the collector", Self.rounded(Double(clock() - busy) / stored))
        print("segments, million fixes/s stored", Self.rounded(stored / seconds / 1e6))
        let again = try Self.time { try upload(bodies, of: Array(devices.prefix(5)), by: ingest) }
        print("segments, million fixes/s repeated", Self.rounded(fixes * 5 / again / 1e6))
    }

    private func upload(
        _ bodies: [[UInt8]], of devices: [(number: Int64, name: String)], by ingest: UploadStore
    ) throws {
        for device in devices {
            guard let name = DeviceName(device.name) else { continue }
            for body in bodies {
                let content = try UploadBody.decode(body, device: name)
                let received = Self.start + .seconds(5 * 86_400)
                _ = try ingest.store([DeviceUpload(device: name, content: content, received: received)])
            }
        }
    }

    private func measureSize() throws {
        try connection.execute("VACUUM ANALYZE whereismy.segment")
        let row = try connection.query(
            """
            SELECT pg_total_relation_size('whereismy.segment'), pg_indexes_size('whereismy.segment'), sum(count),
                sum(length(blob)), sum(length(outline)) FROM whereismy.segment
            """
        ).first
        let numbers = (0..<5).map { Double(row?.integer(at: $0) ?? 0) }
        for (name, value) in [("in all", numbers[0]), ("blobs alone", numbers[3]), ("outlines alone", numbers[4])] {
            print("bytes/fix,", name, Self.rounded(value / numbers[2]))
        }
    }

    private func readDay() throws {
        let device = devices[devices.count / 2]
        let history = DeviceHistory(connection, device: device.number, name: device.name)
        let query = PointQuery(from: Self.start, to: Self.start + .seconds(86_399), device: device.name)
        let sql = """
            SELECT hour, part, first, last, count, blob FROM whereismy.segment WHERE device = $1 AND hour >= 0
            ORDER BY hour, part LIMIT 24
            """
        print(
            "a day, ms of SQL",
            try Self.best { _ = try connection.query(sql, [.integer(device.number)]).map { $0.bytes(at: 5) } })
        var count = 0
        let points = try Self.best {
            count = 0
            _ = try history.forEachPoint(query) { _ in count += 1 }
        }
        print("a day, fixes", count)
        print("a day, ms to points", points)
        var bytes = 0
        let json = try Self.best {
            bytes = 0
            let (rest, _, _) = try TrackQuery(query, isGroupedByReceiver: false).write(
                from: history, by: JSONListEncoder()
            ) { bytes += $0.count }
            bytes += rest.count
        }
        print("a day, ms to JSON", json)
        print("a day, bytes of JSON", bytes)
    }

    private func decodeBySQL() throws {
        let device = devices[0]
        var fixes: Int64 = 0
        let seconds = try Self.time {
            fixes =
                try connection.query(
                    """
                    SELECT count(*) FROM (SELECT blob FROM whereismy.segment WHERE device = $1 ORDER BY hour LIMIT 6) s
                    CROSS JOIN LATERAL whereismy.decode_segment(s.blob)
                    """, [.integer(device.number)]
                ).first?.integer(at: 0) ?? 0
        }
        print("SQL alone, fixes/s decoded", (Double(fixes) / seconds).rounded())
    }

    /// Seals rows that were added by COPY.
    private func seal() throws {
        try RecentDays(connection).add(at: Self.start + .seconds(10 * 86_400))
        var fixes = 0
        for device in devices.prefix(10) {
            var data = PostgresCopyData()
            for point in hours.prefix(2).joined() {
                Self.append(point, device: device.number, days: 10, to: &data)
                fixes += 1
            }
            try connection.copy(
                """
                COPY whereismy.recent(device, time, latitude, longitude, state, altitude, ellipsoidal_altitude,
                    horizontal_accuracy, vertical_accuracy, speed, speed_accuracy, course, course_accuracy, climb,
                    satellites) FROM STDIN (FORMAT binary)
                """, data)
        }
        let job = SealingJob(connection)
        let end = Self.start + .seconds(11 * 86_400)
        let seconds = try Self.time { while try !job.run(before: end, atMost: 1000).isComplete {} }
        print("rows, thousand fixes/s sealed", Self.rounded(Double(fixes) / seconds / 1e3))
    }

    /// Merges every tenth point again, with one that is new, into a stored hour.
    private func merge() throws {
        let segments = SegmentStore(connection: connection)
        var fixes = 0
        let seconds = try Self.time {
            for device in devices.prefix(10) {
                for points in hours.prefix(4) where !points.isEmpty {
                    var fix = points[points.count / 2].fix
                    fix.device = device.name
                    fix.timestamp = points[points.count / 2].timestamp + .milliseconds(1)
                    let new = TrackPoint(fix).map { [$0] } ?? []
                    let hour = StoredHour(
                        device: device.number, name: device.name, hour: Hour(containing: points[0].timestamp))
                    _ = try connection.transaction { try segments.merge(new, into: hour) }
                    fixes += points.count
                }
            }
        }
        print("late fixes, thousand fixes/s of merged hours", Self.rounded(Double(fixes) / seconds / 1e3))
    }

    private static func append(_ point: TrackPoint, device: Int64, days: Int64, to data: inout PostgresCopyData) {
        let steps = QuantisedPoint(point)
        data.beginRow(columns: QuantisedPoint.columnCount + 2)
        data.append(int32: Int32(device))
        data.append(int64: steps.timestamp.milliseconds + days * 86_400_000)
        for (index, value) in steps.columns.enumerated() {
            if index == 2 || index == QuantisedPoint.columnCount - 1 {
                data.append(int16: value.map { Int16(clamping: $0) })
            } else {
                data.append(int32: value.map { Int32(clamping: $0) })
            }
        }
    }

    /// A day of a car with a fix per second: mostly parked, with drives in town and on the road.
    private static func day() -> [[TrackPoint]] {
        let names = ["parked", "city", "parked", "road", "parked", "parked", "city", "parked"]
        var points: [TrackPoint] = []
        var round: UInt64 = 0
        while points.count < 86_400 {
            for name in names where points.count < 86_400 {
                round += 1
                guard let scenario = Scenario.named(name) else { continue }
                for epoch in scenario.run(seed: round, isQuiet: true) where points.count < 86_400 {
                    guard var fix = epoch.fix else { continue }
                    fix.device = "bench"
                    fix.timestamp = start + .seconds(points.count)
                    let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
                    if let point = TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used) {
                        points.append(point)
                    }
                }
            }
        }
        return stride(from: 0, to: points.count, by: 3600).map { Array(points[$0..<min($0 + 3600, points.count)]) }
    }

    private static func time(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try work()
        return (clock.now - start).inSeconds
    }

    /// The best of seven, in milliseconds.
    private static func best(_ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<7 { best = min(best, try time(work)) }
        return rounded(best * 1000)
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
