import Synchronization

@testable import Daemon

/// A service manager that records its messages.
final class NotifierLog: Notifier {
    private let notices = Mutex<[String]>([])

    var all: [String] { notices.withLock { $0 } }
    var heartbeatCount: Int { all.count { $0 == "heartbeat" } }

    func ready() { note("ready") }
    func report(status: String) { note(status) }
    func reloading() { note("reloading") }
    func stopping() { note("stopping") }
    func heartbeat() { note("heartbeat") }
    func extendTimeout(by time: Duration) { note("\(time)") }

    private func note(_ notice: String) {
        notices.withLock { $0.append(notice) }
    }
}
