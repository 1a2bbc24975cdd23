import Synchronization

@testable import Daemon

/// A service manager that writes down what it is told.
final class NotifierLog: Notifier {
    private let notices = Mutex<[String]>([])

    var all: [String] { notices.withLock { $0 } }
    var pulses: Int { all.count { $0 == "pulse" } }

    func ready() { note("ready") }
    func report(status: String) { note(status) }
    func reloading() { note("reloading") }
    func stopping() { note("stopping") }
    func heartbeat() { note("pulse") }
    func extendTimeout(by time: Duration) { note("\(time)") }

    private func note(_ notice: String) {
        notices.withLock { $0.append(notice) }
    }
}
