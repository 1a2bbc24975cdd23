import CSystemd
import Glibc

/// The service manager that started this process and tracks its state: sd_notify(3).
public struct ServiceManager: Sendable {
    /// Creates a connection to the manager named in the environment; nil if it does not want notifications.
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

    /// Stores a descriptor for the next process of this service, which ``ActivationSockets`` passes to it.
    ///
    /// Needs `FileDescriptorStoreMax=` in the unit; otherwise the manager ignores it.
    ///
    /// - Parameters:
    ///   - number: an open descriptor, which is duplicated.
    ///   - name: printable ASCII without colons, at most 255 characters; other names are not stored.
    public func store(_ number: Int32, as name: String) {
        guard ServiceNotification.isDescriptorName(name) else { return }
        var number = number
        // The string is lent as a C string, and the count is that of the one value.
        _ = unsafe sd_pid_notify_with_fds(0, 0, ServiceNotification.store(name).text, &number, 1)
    }

    /// Removes the descriptors of a name from the store.
    public func discard(_ name: String) {
        guard ServiceNotification.isDescriptorName(name) else { return }
        send(.discard(name))
    }

    private func send(_ notification: ServiceNotification) {
        // The string is lent as a C string. A lost notification is superseded by the next one.
        _ = unsafe sd_notify(0, notification.text)
    }

    /// The manager's clock.
    private static var monotonic: Duration {
        var time = timespec()
        // The kernel fills one value; the clock always exists.
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// A notification of a service to its manager, in the protocol of sd_notify(3).
enum ServiceNotification: Hashable {
    case ready
    case status(String)
    /// A reading of `CLOCK_MONOTONIC`.
    case reloading(at: Duration)
    case stopping
    case heartbeat
    case extendTimeout(Duration)
    /// A descriptor that accompanies the notification.
    case store(String)
    case discard(String)

    /// Returns true for a name that the manager accepts for a descriptor.
    static func isDescriptorName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    /// The lines of assignments; a status cannot add its own line.
    var text: String {
        switch self {
        case .ready: "READY=1"
        case .status(let text): "STATUS=\(Log.text(text))"
        case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds(moment))"
        case .stopping: "STOPPING=1"
        case .heartbeat: "WATCHDOG=1"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(Self.microseconds(time))"
        case .store(let name): "FDSTORE=1\nFDNAME=\(name)"
        case .discard(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
        }
    }

    private static func microseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}

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
