public import Systemd

/// The heartbeats for the watchdog of the service manager, twice within its timeout.
public final class Heartbeat {
    private let manager: ServiceManager
    private let interval: Duration
    /// The uptime of the next heartbeat.
    private(set) var deadline: Duration = .zero

    /// Creates heartbeats for a watchdog with a timeout.
    public init(_ manager: ServiceManager, timeout: Duration) {
        self.manager = manager
        interval = timeout / 2
    }

    /// Sends a heartbeat if it is due.
    func beat(at uptime: Duration) {
        guard uptime >= deadline else { return }
        manager.heartbeat()
        deadline = uptime + interval
    }
}
