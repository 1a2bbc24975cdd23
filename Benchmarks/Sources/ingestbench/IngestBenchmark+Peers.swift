import Basics
import FleetStore
import HistoryEncoding
import Linux
import Location
import PostgreSQL
import Synchronization
import TestSupport

extension IngestBenchmark {
    private static let places = (3...15).map { "$\($0)" }.joined(separator: ", ")
    private static let insertion = "INSERT INTO bare VALUES($1, $2, \(places)) ON CONFLICT DO NOTHING"
    /// The commits that collectors share.
    private static let commitCount = 60

    /// Inserts points one by one, each in a commit of its own, as a recorder without batches does.
    func insert(_ points: [[TrackPoint]]) throws {
        var steps = PointSteps()
        for point in points.lazy.joined() {
            steps.set(point)
            let columns = [1, 2] + Array(4...12) + [3, 13]
            try superuser.query(
                Self.insertion,
                [
                    .integer(point.timestamp.milliseconds), .integer(Int64(point.fix.device.dropFirst(7)) ?? 0),
                ] + columns.map { PostgresValue(steps[$0]) })
        }
    }

    /// Stores uploads of 100 by some collectors at once, and prints the rate.
    func measureCollectors(_ number: Int) throws {
        let commits = (0..<Self.commitCount).map { index in
            uploads(points(from: index * 5000, count: 5000), fixesPerUpload: 100)
        }
        let conninfo = database.conninfo()
        let failure = Mutex<PostgresError?>(nil)
        let before = SystemClock.uptime
        let threads = try (0..<number).map { part in
            try WorkerThread(name: "collector") {
                do throws(PostgresError) {
                    let ingest = UploadStore(try FleetDatabase.connect(conninfo))
                    for index in stride(from: part, to: commits.count, by: number) {
                        _ = try ingest.store(commits[index])
                    }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
        }
        for thread in threads { thread.join() }
        if let failure = failure.withLock({ $0 }) { throw failure }
        let rate = Double(Self.commitCount * 5000) / (SystemClock.uptime - before).inSeconds
        print("collectors_\(number)_per_second \(Int(rate))")
    }
}
