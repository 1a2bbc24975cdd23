/// When the next sign of life is due.
struct HeartbeatSchedule {
    /// Signs of life in the time after which the watchdog bites: one may be late, and another be lost.
    private static let heartbeatsPerTimeout = 4

    private let interval: Duration
    /// The uptime at which the next one is due.
    private(set) var deadline: Duration

    /// Starts with one that is due; `watchdog` is how long it waits for one before it bites.
    init(watchdog: Duration, at uptime: Duration) {
        interval = watchdog / Self.heartbeatsPerTimeout
        deadline = uptime
    }

    /// Whether one is due now; the next one is due a pause after it.
    mutating func isDue(at uptime: Duration) -> Bool {
        guard uptime >= deadline else { return false }
        deadline = uptime + interval
        return true
    }
}
