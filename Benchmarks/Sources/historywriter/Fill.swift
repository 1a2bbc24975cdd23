import Basics
import History
import Location

/// Makes a large history for ``Readings``: days of parking and driving, one fix a second.
struct Fill {
    let path: String
    let count: Int

    func run() throws {
        let history = try SQLiteHistory(path: path, access: .readWrite)
        let day = Measurement.points()
        let clock = ContinuousClock()
        var made = 0
        let time = try clock.measure {
            while made < count {
                let shift = Duration.seconds(made)
                let points = day.prefix(count - made).compactMap { Self.point($0, later: shift) }
                made += try history.bulkAppend(points)
            }
        }
        print("loaded \(made)")
        print("loaded_a_second \(Int(Double(made) / time.inSeconds))")
        print("bytes_a_fix \(Double(try history.info().bytes) / Double(made))")
    }

    private static func point(_ point: TrackPoint, later: Duration) -> TrackPoint? {
        var fix = point.fix
        fix.timestamp = point.timestamp + later
        return TrackPoint(fix, motion: point.motion, satellitesUsed: point.satellitesUsed)
    }
}
