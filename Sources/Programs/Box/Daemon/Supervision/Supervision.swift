import Linux
import Synchronization
import Systemd

/// The service manager of the daemon, if any.
struct Supervision: Sendable {
    /// The service manager; nil without one.
    var notifier: (any Notifier)?
    /// The interval after which the manager ends a daemon without heartbeats; nil without a watchdog.
    var watchdog: Duration?

    /// No service manager.
    init() {}

    init(environment: [String: String], processID: Int32 = ProcessEnvironment.processID) {
        notifier = ServiceManager(environment: environment)
        if notifier != nil { watchdog = Watchdog.timeout(environment: environment, processID: processID) }
    }
}

/// The service manager; called from any thread.
protocol Notifier: Sendable {
    /// Reports that the service is ready, at the start or after ``reloading()``.
    func ready()
    /// Sets the status line for people, without coordinates.
    func report(status: String)
    /// Reports a reload; ``ready()`` ends it.
    func reloading()
    func stopping()
    /// Sends a watchdog heartbeat: reading, tracking, writing and serving all progress.
    func heartbeat()
    func extendTimeout(by time: Duration)
}

extension ServiceManager: Notifier {}

/// The steps to complete before the daemon reports READY; any thread may complete one.
final class Readiness: Sendable {
    /// The steps of the start.
    enum Step: CaseIterable {
        /// The history is open, or its error is logged.
        case history
        /// The sockets are open.
        case sockets
        /// The page is written.
        case page
    }

    private let missing = Mutex(Set(Step.allCases))
    private let ready: @Sendable () -> Void

    /// - Parameter ready: called once, by the thread that completes the last step.
    init(ready: @escaping @Sendable () -> Void) {
        self.ready = ready
    }

    var isComplete: Bool { missing.withLock { $0.isEmpty } }

    /// Completes a step, now or again.
    func complete(_ step: Step) {
        let isLast = missing.withLock { missing in missing.remove(step) != nil && missing.isEmpty }
        if isLast { ready() }
    }
}
