import Basics
import History
import Location

/// Creates a large history for ``ReadBenchmark`` and the drivers: days of parking and driving with a fix per second.
struct Fill {
    let path: String
    /// The number of fixes.
    let fixes: Int

    func run() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        let day = DiskUsage.points()
        let clock = ContinuousClock()
        var count = 0
        let time = try clock.measure {
            while count < fixes {
                let shift = Duration.seconds(count)
                let points = day.prefix(fixes - count).compactMap { Self.point($0, later: shift) }
                count += try history.bulkAppend(points)
            }
        }
        print("loaded \(count)")
        print("loaded_per_second \(Int(Double(count) / time.inSeconds))")
        print("bytes_per_fix \(Double(try history.info().bytes) / Double(count))")
    }

    private static func point(_ point: TrackPoint, later: Duration) -> TrackPoint? {
        var fix = point.fix
        fix.timestamp = point.timestamp + later
        return TrackPoint(fix, motion: point.motion, satellitesUsed: point.satellitesUsed)
    }
}
