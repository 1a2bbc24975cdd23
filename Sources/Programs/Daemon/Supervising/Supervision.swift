import Linux
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
