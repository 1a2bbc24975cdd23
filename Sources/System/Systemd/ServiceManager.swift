import CSystemd
import Glibc
import Linux

/// The service manager that has started this process and wants to know how it goes: sd_notify(3).
public struct ServiceManager: Sendable {
    /// Makes one of what the manager has put into the environment.
    ///
    /// - Returns: nil where nobody wants to know.
    public init?(environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
    }

    /// All is there that others count on, also after ``reloading()``.
    public func ready() { send(.ready) }

    /// What there is to say to people, in one line.
    public func report(status: String) { send(.status(status)) }

    /// The configuration is read anew; ``ready()`` ends that.
    public func reloading() { send(.reloading(at: Self.monotonic)) }

    /// It has begun to end.
    public func stopping() { send(.stopping) }

    /// A sign of life, for the watchdog.
    public func heartbeat() { send(.heartbeat) }

    /// The start takes that much longer from now.
    public func extendTimeout(by time: Duration) { send(.extendTimeout(time)) }

    private func send(_ notice: ServiceNotification) {
        // The string is lent as a C string. Who cannot be told now is told the next thing.
        _ = unsafe sd_notify(0, notice.text)
    }

    /// The clock that the manager counts by.
    private static var monotonic: Duration {
        var time = timespec()
        // The kernel fills the one value whose address it gets; the clock always exists.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
