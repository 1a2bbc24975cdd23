import APIClient
import Basics
import Linux
import Location
import Systemd
import Wire

/// Follows the reports of the daemon, and connects again whenever it is back.
struct DaemonFeed {
    /// A change of the newest report.
    enum Event {
        /// A newer one has come.
        case report(Report)
        /// The daemon is away.
        case lost
    }

    private let path: String
    private let log: (Log.Priority, String) -> Void
    private let stream: DaemonStream
    private var problem: String?

    init(_ path: String, log: @escaping (Log.Priority, String) -> Void) {
        self.path = path
        self.log = log
        // The daemon is on this machine: a longer wait means that it hangs.
        stream = DaemonStream(path, connectTimeout: .milliseconds(100))
    }

    /// The uptime at which to call ``process(isReadable:at:)`` even if nothing is readable.
    var deadline: Duration { stream.deadline }

    /// The connection to wait for in ``Poll``; nil without one.
    var interest: Poll.Interest? { stream.interest }

    /// Reads, connects, or gives up a silent connection; returns what that changed, nil for nothing.
    mutating func process(isReadable: Bool, at moment: Moment) -> Event? {
        let event = (isReadable ? stream.read(at: moment.uptime) : nil) ?? stream.advance(at: moment.uptime)
        return event.map { handle($0, at: moment) }
    }

    private mutating func handle(_ event: DaemonStream.Event, at moment: Moment) -> Event {
        switch event {
        case .report(let json):
            do throws(ReportJSONError) {
                let report = try ReportJSON.decode(json)
                if problem != nil { log(.notice, "connected to the daemon again") }
                problem = nil
                return .report(report)
            } catch {
                return handle(stream.close("\(path): \(error)", at: moment.uptime), at: moment)
            }
        case .lost(let reason):
            if problem == nil { log(.warning, "\(reason), no position until it is back") }
            problem = reason
            return .lost
        }
    }
}
