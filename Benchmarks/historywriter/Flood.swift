import History
import Linux
import Location

/// What recording costs the thread that tracks: reports as fast as it can give them, or so many a second.
struct Flood {
    private static let reports = 500_000
    private static let batch = 100

    let path: String
    /// Reports a second; 0 for as many as possible.
    let rate: Int

    func run() throws {
        let writer = try HistoryWriter(settings: RecordingSettings(extent: .all), path: path) { print($0) }
        let reports = Measurement.points().prefix(Self.reports).map(Self.report)
        let start = SystemClock.uptime
        var busy = Duration.zero
        for first in stride(from: 0, to: reports.count, by: Self.batch) {
            let batch = reports[first..<min(first + Self.batch, reports.count)]
            busy += ContinuousClock().measure { for report in batch { writer.record(report) } }
            wait(until: start, given: first + batch.count)
        }
        writer.close()
        print("record_us \(busy.inSeconds * 1e6 / Double(reports.count))")
        print("given_a_second \(Double(reports.count) / (SystemClock.uptime - start).inSeconds)")
        print("stored \(try SQLiteHistory(path: path, access: .readOnly).info().fixes) of \(reports.count)")
    }

    private func wait(until start: Duration, given: Int) {
        guard rate > 0 else { return }
        let due = start + .seconds(Double(given) / Double(rate))
        while SystemClock.uptime < due { _ = Poll.wait([], timeout: .milliseconds(1)) }
    }

    private static func report(_ point: TrackPoint) -> Report {
        var report = Report(state: .live, since: point.timestamp)
        report.fix = point.fix
        report.motion = point.motion
        report.satellites = Satellites(used: point.satellitesUsed)
        return report
    }
}
