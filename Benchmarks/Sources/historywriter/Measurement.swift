import Basics
import History
import Linux
import Location
import Simulator

/// What a history costs: bytes written an hour, and bytes on the disk a fix.
struct Measurement {
    /// A day of parking and driving, each fix kept.
    private static let day = ["parked-night", "city", "road", "parked", "motorway", "city", "parked-night"]
    /// The kernel counts a page when it becomes dirty, whatever of it was written.
    private static let key = "write_bytes: "

    let directory: String
    let interval: Int

    func run() throws {
        let points = Self.points()
        let path = directory + "/measure.db"
        let before = try Self.written()
        var recording: Recording? = try Recording(
            path: path, settings: RecordingSettings(commitInterval: .seconds(interval), extent: .all))
        for (second, point) in points.enumerated() { try recording?.record(point, at: .seconds(second)) }
        let written = try Self.written() - before
        recording = nil
        try report(points.count, written: written, SQLiteHistory(path: path, access: .readWrite))
    }

    /// A day of points, one a second.
    static func points() -> [TrackPoint] {
        var points: [TrackPoint] = []
        for name in day {
            guard let scenario = Scenario.named(name) else { continue }
            for epoch in scenario.run(seed: 7) {
                guard var fix = epoch.fix else { continue }
                fix.timestamp = Timestamp(milliseconds: 1_767_225_600_000 + Int64(points.count) * 1000)
                let motion: Motion = epoch.truth.isMoving ? .moving : .stationary
                let point = TrackPoint(fix, motion: motion, satellitesUsed: epoch.satellites?.used)
                points += [point].compactMap { $0 }
            }
        }
        return points
    }

    private func report(_ count: Int, written: Int, _ history: SQLiteHistory) throws {
        try history.seal(before: Timestamp(milliseconds: .max))
        try history.vacuum()
        let bytes = try history.info().bytes
        print("fixes \(count)")
        print("written_bytes_an_hour \(written * 3600 / count)")
        print("bytes_a_fix \(Double(bytes) / Double(count))")
    }

    private static func written() throws -> Int {
        let text = String(decoding: try FileContents.read("/proc/self/io"), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { Int($0.dropFirst(key.count)) } ?? 0
    }
}
