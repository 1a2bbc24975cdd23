/// Whether the service manager watches over this process (sd_watchdog_enabled(3)).
public enum Watchdog {
    /// How long it goes without a sign of life before it ends the process; nil where it does not, or where that is
    /// meant for another process.
    public static func timeout(environment: [String: String], processID: Int32) -> Duration? {
        let watched = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
        guard watched, let time = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), time > 0 else { return nil }
        return .microseconds(time)
    }
}
