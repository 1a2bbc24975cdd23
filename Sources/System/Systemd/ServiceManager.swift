import CSystemd
import Glibc
import Linux

/// The service manager that started this process and tracks its state: sd_notify(3).
public struct ServiceManager: Sendable {
    /// Creates a connection to the manager named in the environment.
    ///
    /// - Returns: nil if the manager does not ask for notifications.
    public init?(environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
    }

    /// Reports that the service is ready, at the start or after ``reloading()``.
    public func ready() { send(.ready) }

    /// Reports a status for people, one line.
    public func report(status: String) { send(.status(status)) }

    /// Reports that the configuration is being reloaded; ``ready()`` ends that.
    public func reloading() { send(.reloading(at: Self.monotonic)) }

    /// Reports that the service is shutting down.
    public func stopping() { send(.stopping) }

    /// Sends a heartbeat to the watchdog.
    public func heartbeat() { send(.heartbeat) }

    /// Extends the startup timeout, counted from now.
    public func extendTimeout(by time: Duration) { send(.extendTimeout(time)) }

    private func send(_ notice: ServiceNotification) {
        // The string is lent as a C string. A lost notification is superseded by the next one.
        _ = unsafe sd_notify(0, notice.text)
    }

    /// The manager's clock.
    private static var monotonic: Duration {
        var time = timespec()
        // The kernel fills one value; the clock always exists.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
