import FleetProtocol

/// Decides whether the status of a device is reported: once on each connection, and when it has changed.
struct FleetReport {
    private var last: FleetStatus?

    /// Forgets what was reported, as after the connection was lost.
    mutating func restart() { last = nil }

    /// Returns true if a status is to be reported now, and takes it as reported.
    mutating func isDue(_ status: FleetStatus) -> Bool {
        var same = last
        same?.time = status.time
        guard same != status else { return false }
        last = status
        return true
    }
}
