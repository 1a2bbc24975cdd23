import Basics
import History
import Linux
import Location

/// What recording costs the thread that tracks: fixes as fast as it can give them, or so many a second.
struct Flood {
    private static let points = 500_000
    private static let batch = 100

    let path: String
    /// Fixes a second; 0 for as many as possible.
    let rate: Int

    func run() throws {
        let writer = try HistoryWriter(settings: RecordingSettings(extent: .all), path: path) { print($0) }
        let points = Measurement.points().prefix(Self.points)
        let start = SystemClock.uptime
        var busy = Duration.zero
        for first in stride(from: 0, to: points.count, by: Self.batch) {
            let batch = points[first..<min(first + Self.batch, points.count)]
            busy += ContinuousClock().measure { for point in batch { writer.record(point) } }
            wait(until: start, given: first + batch.count)
        }
        writer.close()
        print("record_us \(busy.inSeconds * 1e6 / Double(points.count))")
        print("given_a_second \(Double(points.count) / (SystemClock.uptime - start).inSeconds)")
        print("stored \(try SQLiteHistory(path: path, access: .readOnly).info().fixes) of \(points.count)")
    }

    private func wait(until start: Duration, given: Int) {
        guard rate > 0 else { return }
        let due = start + .seconds(Double(given) / Double(rate))
        while SystemClock.uptime < due { _ = Poll.wait([], timeout: .milliseconds(1)) }
    }
}
