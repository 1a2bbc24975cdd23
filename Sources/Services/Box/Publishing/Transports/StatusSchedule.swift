import Basics
import FleetProtocol

/// Decides whether the status of a device is reported: once on each connection, when it has changed, and often enough
/// that a device without fixes does not count as silent.
struct StatusSchedule {
    /// The longest time between two reports.
    private static let maxInterval = Duration.seconds(300)
    /// The number of reports within the time after which the device counts as silent.
    private static let reportsUntilSilent = 3
    /// The longest time between two looks at the status, of which each may find a change to report.
    static let maxPause = Duration.seconds(60)

    private var last: DeviceStatus?

    /// Forgets what was reported, as after the connection was lost.
    mutating func restart() { last = nil }

    /// Returns true if a status is to be reported now, and takes it as reported.
    mutating func isDue(_ status: DeviceStatus) -> Bool {
        guard isNews(status) else { return false }
        last = status
        return true
    }

    /// Returns the time from a status to the next look at it: a minute, or less if it is to be repeated before.
    func pause(after status: DeviceStatus) -> Duration {
        let interval = Self.interval(status)
        guard let time = status.time, let before = last?.time, time - before < interval else {
            return min(Self.maxPause, interval)
        }
        return min(Self.maxPause, interval - (time - before))
    }

    private static func interval(_ status: DeviceStatus) -> Duration {
        min(maxInterval, status.staleAfter.map { $0 / reportsUntilSilent } ?? maxInterval)
    }

    private func isNews(_ status: DeviceStatus) -> Bool {
        guard var same = last else { return true }
        let interval = Self.interval(status)
        if let time = status.time, let before = same.time {
            // The clock may have been set back.
            guard (.zero..<interval).contains(time - before) else { return true }
        }
        same.time = status.time
        return same != status
    }
}
