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

    /// An open connection, closed when released.
    private final class Connection {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    private static let maxBytes = 65_536
    /// The daemon is on this machine: a longer wait means that it hangs.
    private static let connectTimeout: Duration = .milliseconds(100)

    private let path: String
    private let log: (Log.Priority, String) -> Void
    private var stream = EventStreamConnection()
    private var connection: Connection?
    private var problem: String?

    init(_ path: String, log: @escaping (Log.Priority, String) -> Void) {
        self.path = path
        self.log = log
    }

    /// The uptime at which to call ``process(at:)`` even if nothing is readable.
    var deadline: Duration { stream.deadline }

    /// The connection to wait for in ``Poll``; nil without one.
    var interest: Poll.Interest? { connection.map { .readable($0.descriptor) } }

    /// Reads, connects, or gives up a silent connection; returns what that changed, nil for nothing.
    mutating func process(isReadable: Bool, at moment: Moment) -> Event? {
        if isReadable, let event = read(at: moment) { return event }
        guard stream.deadline <= moment.uptime else { return nil }
        guard !stream.isOpen else { return lose("the daemon is silent", at: moment) }
        return connect(at: moment)
    }

    private mutating func connect(at moment: Moment) -> Event? {
        let request = stream.open(at: moment.uptime)
        do throws(SystemError) {
            let deadline = SystemClock.uptime + Self.connectTimeout
            let connection = Connection(try LocalSocket.connect(path, before: deadline))
            try LocalSocket.send(request, to: connection.descriptor, path, before: deadline)
            self.connection = connection
            return nil
        } catch {
            return lose(DaemonError(error, daemonRuns: false).description, at: moment)
        }
    }

    private mutating func read(at moment: Moment) -> Event? {
        guard let connection else { return nil }
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try connection.descriptor.read(upTo: Self.maxBytes) } catch {
            return error.isTransient ? nil : lose("connection to the daemon lost", at: moment)
        }
        guard !bytes.isEmpty else { return lose("connection to the daemon lost", at: moment) }
        return newest(stream.receive(bytes, at: moment.uptime), at: moment)
    }

    private mutating func newest(_ messages: [EventStreamConnection.Message], at moment: Moment) -> Event? {
        var newest: [UInt8]?
        for message in messages {
            switch message {
            case .report(let json): newest = json
            case .missed: break
            case .invalid(let error): return lose("\(error)", at: moment)
            }
        }
        guard let newest else { return nil }
        do throws(ReportJSONError) {
            let report = try ReportJSON.decode(newest)
            if problem != nil { log(.notice, "connected to the daemon again") }
            problem = nil
            return .report(report)
        } catch {
            return lose("\(path): \(error)", at: moment)
        }
    }

    private mutating func lose(_ reason: String, at moment: Moment) -> Event {
        let reason = stream.error?.description ?? reason
        stream.close(at: moment.uptime)
        connection = nil
        if problem == nil { log(.warning, "\(reason), no position until it is back") }
        problem = reason
        return .lost
    }
}
