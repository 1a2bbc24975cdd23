import Basics
import History
import Linux
import Location
import Simulator

/// The disk usage of a history: bytes written per hour, and bytes on the disk per fix.
struct DiskUsage {
    /// The scenarios of a day of parking and driving.
    private static let day = ["parked-night", "city", "road", "parked", "motorway", "city", "parked-night"]
    /// The counter in `/proc/self/io`.
    ///
    /// The kernel counts a whole page when it becomes dirty.
    private static let key = "write_bytes: "

    let directory: String
    let interval: Int

    func run() throws {
        let points = Self.points()
        let path = directory + "/measure.db"
        let before = try Self.written()
        var writer: SynchronousWriter? = try SynchronousWriter(
            path: path, settings: RecordingSettings(commitInterval: .seconds(interval), extent: .all))
        for (second, point) in points.enumerated() { try writer?.record(point, at: .seconds(second)) }
        let written = try Self.written() - before
        writer = nil
        try report(SQLiteHistory(path: path, access: .readWrite), count: points.count, written: written)
    }

    /// Returns a day of points, one per second.
    static func points() -> [TrackPoint] {
        var points: [TrackPoint] = []
        for name in day {
            guard let scenario = Scenario.named(name) else { continue }
            for epoch in scenario.run(seed: 7, isQuiet: true) {
                guard var fix = epoch.fix else { continue }
                fix.timestamp = Timestamp(milliseconds: 1_767_225_600_000 + Int64(points.count) * 1000)
                let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
                let point = TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used)
                points += [point].compactMap { $0 }
            }
        }
        return points
    }

    private func report(_ history: SQLiteHistory, count: Int, written: Int) throws {
        try history.seal(before: Timestamp(milliseconds: .max))
        try history.vacuum()
        let bytes = try history.info().bytes
        print("fixes \(count)")
        print("written_bytes_per_hour \(written * 3600 / count)")
        print("bytes_per_fix \(Double(bytes) / Double(count))")
    }

    private static func written() throws -> Int {
        let text = String(decoding: try FileContents.read("/proc/self/io"), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { Int($0.dropFirst(key.count)) } ?? 0
    }
}
