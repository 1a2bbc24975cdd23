public import Linux

/// The reports of the daemon: connects to its Unix socket, reads, and connects again whenever it is back.
public final class DaemonStream {
    /// A change of the newest report.
    public enum Event: Hashable, Sendable {
        /// A newer one has come, as sent.
        case report([UInt8])
        /// The connection is lost, or cannot be made, for this reason.
        case lost(String)
    }

    private static let lost = "connection to the daemon lost"

    private let path: String
    private let timeout: Duration
    private var state = EventStreamConnection()
    private var connection: DaemonConnection?
    /// The uptime at which something was received last; nil for never.
    public private(set) var lastArrival: Duration?

    /// Creates a stream that is due to connect to the socket at a path, within the timeout.
    public init(_ path: String, connectTimeout timeout: Duration) {
        (self.path, self.timeout) = (path, timeout)
    }

    /// The uptime at which ``advance(at:)`` is due.
    public var deadline: Duration { state.deadline }

    /// True while connected.
    public var isOpen: Bool { state.isOpen }

    /// The descriptor to wait on; nil without a connection.
    public var number: Int32? { connection?.number }

    /// The interest to wait for in ``Poll``; nil without a connection.
    public var interest: Poll.Interest? { connection?.interest }

    /// Connects, or gives up a silent connection, when that is due; returns its loss, nil for none.
    public func advance(at uptime: Duration) -> Event? {
        guard uptime >= deadline else { return nil }
        guard !isOpen else { return close("the daemon is silent", at: uptime) }
        let request = state.open(at: uptime)
        do throws(SystemError) {
            connection = try DaemonConnection(path, sending: request, within: timeout)
            return nil
        } catch {
            return close(DaemonError(error, daemonRuns: false).description, at: uptime)
        }
    }

    /// Reads what has arrived, at most up to the next report; returns what that changed, nil for nothing.
    public func read(at uptime: Duration) -> Event? {
        do throws(SystemError) {
            while let bytes = try connection?.read() {
                guard !bytes.isEmpty else { return close(Self.lost, at: uptime) }
                lastArrival = uptime
                if let event = receive(bytes, at: uptime) { return event }
            }
            return nil
        } catch {
            return close(Self.lost, at: uptime)
        }
    }

    private func receive(_ bytes: [UInt8], at uptime: Duration) -> Event? {
        var newest: Event?
        for message in state.receive(bytes, at: uptime) {
            switch message {
            case .report(let json): newest = .report(json)
            case .missed: continue
            case .invalid(let error): return close("\(error)", at: uptime)
            }
        }
        return newest
    }

    /// Closes the connection and connects again later; returns its loss, for the reason that the daemon gave or this
    /// one.
    public func close(_ reason: String, at uptime: Duration) -> Event {
        let reason = state.error?.description ?? reason
        state.close(at: uptime)
        connection = nil
        return .lost(reason)
    }
}
