import APIClient
import Location
import Wire

/// The reports of the daemon, and whether it can be reached.
final class ReportStream {
    /// The time without a connection after which the daemon counts as away; a restart takes less.
    private static let maxAbsence: Duration = .seconds(10)
    /// The time after which a silent daemon counts as away; it sends something every 15 s.
    private static let maxSilence: Duration = .seconds(20)

    private let stream: DaemonStream
    /// The uptime at which the daemon was heard last; nil while it counts as away.
    private var lastSeen: Duration?

    /// Creates a stream, which connects when it is due.
    init(path: String) { stream = DaemonStream(path, connectTimeout: .seconds(2)) }

    /// The descriptor to wait on; nil while there is no connection.
    var descriptor: Int32? { stream.number }

    /// The uptime at which ``advance(at:)`` is due.
    var deadline: Duration { min(stream.deadline, absence ?? stream.deadline) }

    /// The uptime at which the daemon will count as away unless it sends something; nil if it does.
    private var absence: Duration? { lastSeen.map { $0 + (stream.isOpen ? Self.maxSilence : Self.maxAbsence) } }

    /// Returns true if the daemon has sent something in the last ten seconds, or twenty while the connection is open.
    func isAvailable(at uptime: Duration) -> Bool {
        if let absence, uptime >= absence { lastSeen = nil }
        return lastSeen != nil
    }

    /// Opens or closes the connection when that is due.
    func advance(at uptime: Duration) { _ = stream.advance(at: uptime) }

    /// Reads what has arrived; returns the newest report of it, nil for none.
    func read(at uptime: Duration) -> Report? {
        var newest: Report?
        while case .report(let json) = stream.read(at: uptime) { newest = (try? ReportJSON.decode(json)) ?? newest }
        if stream.lastArrival == uptime { lastSeen = uptime }
        return newest
    }
}
