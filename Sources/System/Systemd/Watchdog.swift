/// The watchdog of the service manager (sd_watchdog_enabled(3)).
public enum Watchdog {
    /// Returns the maximum time without a heartbeat before the manager kills the process; nil if there is no watchdog
    /// for this process.
    public static func timeout(environment: [String: String], processID: Int32) -> Duration? {
        let watched = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
        guard watched, let time = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), time > 0 else { return nil }
        return .microseconds(time)
    }
}
