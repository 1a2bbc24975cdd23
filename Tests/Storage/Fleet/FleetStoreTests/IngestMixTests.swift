import Basics
import FleetProtocol
import FleetStore
import Linux
import Location
import PostgreSQL
import Simulator
import Synchronization
import TestSupport
import Testing

/// Whatever the devices send, through whichever collector, each distinct fix is stored once.
@Suite(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
struct IngestMixTests {
    private static let devices = ["van", "boat"]
    private static let now = FleetTestDatabase.now

    /// What one collector stores, one commit after the other.
    private typealias Commits = [[DeviceUpload]]

    /// What the threads of a run share.
    private final class Progress: Sendable {
        let failures = Mutex<[String]>([])
        let isOver = Atomic(false)

        func run(_ work: () throws -> Void) {
            do { try work() } catch { failures.withLock { $0.append("\(error)") } }
        }
    }

    private let database: FleetTestDatabase

    init() throws {
        database = try FleetTestDatabase()
        try database.add("van", "boat")
    }

    @Test("singles, batches, hours and repeats by two collectors while hours are sealed", arguments: 1...3)
    func mix(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let uploads = try (0..<30).map { _ in try upload(&numbers) }
        let repeats = (0..<15).compactMap { _ in uploads.randomElement(using: &numbers) }
        let orders = [uploads, uploads.suffix(10) + repeats].map { $0.shuffled(using: &numbers) }
        try storeAtOnce(orders.map { grouped($0, &numbers) })
        let expected = Set(uploads.flatMap { $0.content.points.map(Key.init) })
        #expect(try stored() == expected)
        while try !SealingJob(database.connect()).run(before: Self.now + .seconds(86_400), atMost: 1000).isComplete {}
        #expect(try stored() == expected)
        #expect(try database.count("whereismy.recent") == 0)
        let sealed = try database.superuser().query("SELECT sum(count)::bigint FROM whereismy.segment")
        #expect(sealed.first?.integer(at: 0) == Int64(expected.count))
    }

    private struct Key: Hashable {
        let device: String
        let time: Int64
        let latitude: Double

        init(_ point: TrackPoint) {
            (device, time) = (point.fix.device, point.timestamp.milliseconds)
            latitude = point.coordinate.latitude
        }

        init(_ row: PostgresRow) {
            (device, time) = (row.text(at: 0) ?? "", row.integer(at: 1) ?? 0)
            latitude = row.real(at: 2) ?? .nan
        }
    }

    /// Returns one fix, some in any order, or a part of an hour, of the last six hours.
    private func upload(_ numbers: inout SeededGenerator) throws -> DeviceUpload {
        let device = Self.devices.randomElement(using: &numbers) ?? "van"
        let hours = Int.random(in: -6...0, using: &numbers)
        let (count, step) = [(1, 1), (40, 7), (100, 36), (600, 6), (900, 4)].randomElement(using: &numbers) ?? (1, 1)
        let start = (hours - 1) * 3600 + Int.random(in: 0...10, using: &numbers)
        var points = try (0..<count).map { try FleetTestDatabase.point(device, start + $0 * step) }
        if count == 40 { points.shuffle(using: &numbers) }
        let name = try FleetTestDatabase.name(device)
        let content = try UploadBody.decode(UploadBody.encode(points), device: name)
        return DeviceUpload(device: name, content: content, received: Self.now)
    }

    private func grouped(_ uploads: [DeviceUpload], _ numbers: inout SeededGenerator) -> Commits {
        var commits: Commits = []
        for upload in uploads {
            if commits.isEmpty || Bool.random(using: &numbers) { commits.append([]) }
            commits[commits.count - 1].append(upload)
        }
        return commits
    }

    private func storeAtOnce(_ collectors: [Commits]) throws {
        let (database, progress) = (database, Progress())
        let jobs = try WorkerThread(name: "jobs") { progress.run { try Self.seal(database, until: progress) } }
        let threads = try collectors.map { commits in
            try WorkerThread(name: "ingest") { progress.run { try Self.store(commits, in: database) } }
        }
        for thread in threads { thread.join() }
        progress.isOver.store(true, ordering: .sequentiallyConsistent)
        jobs.join()
        #expect(progress.failures.withLock { $0 } == [])
    }

    private static func store(_ commits: Commits, in database: FleetTestDatabase) throws {
        let ingest = UploadStore(try database.connect())
        for uploads in commits {
            #expect(try ingest.store(uploads) == uploads.map { .stored($0.content.points.count, refused: []) })
        }
    }

    private static func seal(_ database: FleetTestDatabase, until progress: Progress) throws {
        let connection = try database.connect()
        while !progress.isOver.load(ordering: .sequentiallyConsistent) {
            try RecentDays(connection).add(at: now)
            _ = try SealingJob(connection).run(before: now + .seconds(-3600), atMost: 3)
        }
    }

    /// Returns all fixes; a repeated one is an issue.
    private func stored() throws -> Set<Key> {
        let rows = try database.superuser().query(
            "SELECT device, (extract(epoch FROM time) * 1000)::bigint, latitude FROM whereismy.fix")
        let keys = Set(rows.map(Key.init))
        #expect(keys.count == rows.count)
        return keys
    }
}
