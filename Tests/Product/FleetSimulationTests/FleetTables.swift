import Basics
import FleetProtocol
import History
import Location
import PostgreSQL
import Simulator

@testable import FleetCollector
@testable import FleetStore

/// The database of a simulated fleet: what is committed, by the decisions of the product about devices, hours and repeats.
final class FleetTables {
    /// What differs from the product, to show that the simulation notices it.
    enum Sabotage {
        /// An upload is answered before the commit, which may fail.
        case answersEarly
        /// A point that is there is stored once more.
        case storesTwice
    }

    /// A point, by the device and the time.
    private struct Key: Hashable {
        let device: Int32
        let time: Int64
    }

    private let sabotage: Sabotage?
    private var random: SeededGenerator
    private var rows: [Key: [TrackPoint]] = [:]
    private var segments: [StoredHour: [TrackPoint]] = [:]
    /// False while the database is away.
    private var isUp = true
    /// The number of its life.
    private var life = 0
    /// The part of the commits that fail; half of them have stored everything.
    var failures = 0.0

    init(seed: UInt64, sabotage: Sabotage?) {
        (random, self.sabotage) = (SeededGenerator(seed: seed ^ 0xDA7A), sabotage)
    }

    /// The token of a device.
    static func token(of device: DeviceName) -> String { "token-\(device.text)" }

    /// Ends all connections.
    func die() { (isUp, life) = (false, life + 1) }

    /// Starts again.
    func start() { isUp = true }

    /// Connects a collector.
    func connect() throws(PostgresError) -> any IngestDatabase {
        try check(life: life)
        return Connection(self, life: life)
    }

    private func check(life: Int) throws(PostgresError) {
        guard isUp, life == self.life else { throw PostgresError("closed", isConnectionLost: true) }
    }

    private static func number(of device: DeviceName) -> Int32 { Int32(device.text.drop { !$0.isNumber }) ?? 0 }

    private func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
        var clean = uploads
        let unstorable = clean.indices.map { clean[$0].sanitise() }
        let items = IngestItems(clean, devices: uploads.map { Self.number(of: $0.device) }, without: unstorable)
        let fails = random.happens(failures)
        if !fails || random.happens(0.5) { commit(items.points, clean) }
        if fails, sabotage != .answersEarly { throw PostgresError("closed", isConnectionLost: true) }
        return zip(uploads, unstorable).map { .stored($0.content.points.count - $1.count, refused: []) }
    }

    private func commit(_ items: [IngestItem], _ uploads: [DeviceUpload]) {
        let late = LateHours(items, uploads)
        func point(_ item: IngestItem) -> TrackPoint { uploads[Int(item.upload)].content.points[Int(item.index)] }
        for (hour, items) in late.hours { merge(items.map(point), into: hour) }
        for item in late.rest {
            let key = Key(device: item.device, time: item.time)
            if rows[key] == nil || sabotage == .storesTwice { rows[key, default: []].append(point(item)) }
        }
    }

    private func merge(_ points: [TrackPoint], into hour: StoredHour) {
        let stored = segments[hour] ?? []
        let new = sabotage == .storesTwice ? points : PointUnion.missing(points, from: stored)
        segments[hour] = sabotage == .storesTwice ? stored + new : PointUnion.merge(stored, with: new)
    }

    /// Seals the hours of which all rows are older than a moment, as the job does.
    func seal(before moment: Timestamp) {
        let due = rows.filter { $0.key.time < moment.milliseconds }.sorted { $0.key.time < $1.key.time }
        for (key, points) in due {
            let hour = Hour(containing: Timestamp(milliseconds: key.time))
            for point in points {
                merge([point], into: StoredHour(device: Int64(key.device), name: point.fix.device, hour: hour))
            }
            rows[key] = nil
        }
    }

    /// The times of the points of a device, as often as they are stored, in order.
    func times(of device: DeviceName) -> [Timestamp] {
        let number = Self.number(of: device)
        let sealed = segments.filter { $0.key.device == Int64(number) }.values.joined()
        let recent = rows.filter { $0.key.device == number }.values.joined()
        return (sealed.map(\.timestamp) + recent.map(\.timestamp)).sorted()
    }

    /// A connection of a collector.
    private final class Connection: IngestDatabase {
        let descriptor: Int32? = nil
        private let tables: FleetTables
        private let life: Int

        init(_ tables: FleetTables, life: Int) { (self.tables, self.life) = (tables, life) }

        func check() throws(PostgresError) { try tables.check(life: life) }

        func devices(of tokens: Set<String>) throws(PostgresError) -> [String: DeviceName] {
            try check()
            let names = tokens.compactMap { token in DeviceName(String(token.dropFirst(6))).map { (token, $0) } }
            return Dictionary(names) { first, _ in first }
        }

        func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
            try check()
            return try tables.store(uploads)
        }

        func store(_ statuses: [ReceivedStatus]) throws(PostgresError) -> [DeviceName] { [] }
    }
}
