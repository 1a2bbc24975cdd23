import Basics
import History
import Linux
import Location

/// The cost of recording for the tracking thread, at a rate or as fast as possible.
struct Flood {
    private static let points = 500_000
    private static let batch = 100

    let path: String
    /// Fixes per second; 0 for as fast as possible.
    let rate: Int

    func run() throws {
        let writer = try HistoryWriter(
            settings: RecordingSettings(extent: .all), path: path, callbacks: RecorderCallbacks { print($0) })
        let points = DiskUsage.points().prefix(Self.points)
        let start = SystemClock.uptime
        var busy = Duration.zero
        for first in stride(from: 0, to: points.count, by: Self.batch) {
            let batch = points[first..<min(first + Self.batch, points.count)]
            busy += ContinuousClock().measure { for point in batch { writer.record(point) } }
            pause(after: first + batch.count, since: start)
        }
        writer.close()
        print("record_us \(busy.inSeconds * 1e6 / Double(points.count))")
        print("recorded_per_second \(Double(points.count) / (SystemClock.uptime - start).inSeconds)")
        print("stored \(try SQLiteHistory(path: path, access: .readOnly).info().fixes) of \(points.count)")
    }

    /// Waits until the rate permits the next batch.
    private func pause(after count: Int, since start: Duration) {
        guard rate > 0 else { return }
        let due = start + .seconds(Double(count) / Double(rate))
        while SystemClock.uptime < due { _ = Poll.wait([], timeout: .milliseconds(1)) }
    }
}
