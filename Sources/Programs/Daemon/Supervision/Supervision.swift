import Linux
import Synchronization
import Systemd

/// Who watches over the daemon, if anybody does.
struct Supervision: Sendable {
    /// Who is told how it goes; nil where nobody wants to know.
    var notifier: (any Notifier)?
    /// How long they go without a sign of life before they end the daemon; nil where they do not.
    var watchdog: Duration?

    /// Nobody.
    init() {}

    /// What the environment says of systemd.
    init(environment: [String: String], processID: Int32 = ProcessEnvironment.processID) {
        notifier = ServiceManager(environment: environment)
        if notifier != nil { watchdog = Watchdog.timeout(environment: environment, processID: processID) }
    }
}

/// Who has started the daemon and wants to know how it goes; told from any thread.
protocol Notifier: Sendable {
    /// All is there that others count on, also after ``reloading()``.
    func ready()
    /// What there is to say to people, in one line without coordinates.
    func report(status: String)
    /// The configuration is read anew; ``ready()`` ends that.
    func reloading()
    /// It has begun to end.
    func stopping()
    /// A sign of life: what receives, what tracks and what writes have all got on with it.
    func heartbeat()
    /// The start takes that much longer from now.
    func extendTimeout(by time: Duration)
}

extension ServiceManager: Notifier {}

/// What has to be there before the daemon says that it is ready, noted by whichever thread has brought it about.
final class Readiness: Sendable {
    /// What others count on.
    enum Step: CaseIterable {
        /// The history is open, or has said why it is not.
        case history
        /// Whoever connects is heard.
        case sockets
        /// There is a page.
        case page
    }

    private let missing = Mutex(Set(Step.allCases))
    private let ready: @Sendable () -> Void

    /// `ready` is called once, by the thread that notes the last step.
    init(ready: @escaping @Sendable () -> Void) {
        self.ready = ready
    }

    /// Whether all is there.
    var isComplete: Bool { missing.withLock { $0.isEmpty } }

    /// Something is there, now or already before.
    func complete(_ step: Step) {
        let isLast = missing.withLock { missing in missing.remove(step) != nil && missing.isEmpty }
        if isLast { ready() }
    }
}
