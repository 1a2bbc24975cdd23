import Basics
import FleetProtocol

/// Decides whether the status of a device is reported: once on each connection, when it has changed, and often enough
/// that a device without fixes does not count as silent.
struct FleetReport {
    /// The longest time between two reports.
    private static let maxInterval = Duration.seconds(300)
    /// The number of reports within the time after which the device counts as silent.
    static let reportsUntilSilent = 3

    private var last: FleetStatus?

    /// Forgets what was reported, as after the connection was lost.
    mutating func restart() { last = nil }

    /// Returns true if a status is to be reported now, and takes it as reported.
    mutating func isDue(_ status: FleetStatus) -> Bool {
        guard isNews(status) else { return false }
        last = status
        return true
    }

    private func isNews(_ status: FleetStatus) -> Bool {
        guard var same = last else { return true }
        let interval = min(Self.maxInterval, status.staleAfter.map { $0 / Self.reportsUntilSilent } ?? Self.maxInterval)
        if let time = status.time, let before = same.time {
            // The clock may have been set back.
            guard (.zero..<interval).contains(time - before) else { return true }
        }
        same.time = status.time
        return same != status
    }
}
