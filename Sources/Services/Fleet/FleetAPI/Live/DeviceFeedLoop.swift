import Basics
import Linux
import PostgreSQL
import Web

/// The work of the feed's thread: the streams by what they show, and the times of their queries.
final class DeviceFeedLoop {
    /// The interval at which the credentials of open streams are checked.
    static let checkInterval: Duration = .seconds(5)

    private let session: DatabaseSession
    private let authorizer: Authorizer
    private let json: DeviceJSON
    private let log: RequestLog
    private var groups: [Visibility: StreamGroup] = [:]
    private var due = (round: Duration.zero, check: Duration.zero, heartbeat: Duration.zero)

    init(session: DatabaseSession, authorizer: Authorizer, json: DeviceJSON, log: RequestLog) {
        (self.session, self.authorizer, self.json, self.log) = (session, authorizer, json, log)
    }

    /// The number of streams.
    var streamCount: Int { groups.values.reduce(0) { $0 + $1.subscriptions.count } }

    /// The uptime of the next round without an arrival; nil without streams.
    var nextRound: Duration? { groups.isEmpty ? nil : due.round }

    /// Sends what is due: the beginning to new streams, changes once a second, comments.
    func run(arrivals: [DeviceFeed.Subscription], departures: Set<ObjectIdentifier>, at moment: Moment) {
        for group in groups.values { group.remove { departures.contains(ObjectIdentifier($0.stream)) } }
        for subscription in arrivals { add(subscription) }
        groups = groups.filter { !$0.value.subscriptions.isEmpty }
        let isRound = moment.uptime >= due.round
        if isRound { due.round = moment.uptime + DeviceFeed.interval }
        if moment.uptime >= due.check {
            due.check = moment.uptime + Self.checkInterval
            check(at: moment)
        }
        for group in groups.values where isRound || group.hasNewStreams { update(group, isRound: isRound, at: moment) }
        guard moment.uptime >= due.heartbeat else { return }
        due.heartbeat = moment.uptime + ServerSentEvent.heartbeatInterval
        for group in groups.values { group.send(ServerSentEvent.heartbeat) }
        // The rows and the text of 10,000 devices take 25 MB, of which the C library would keep most.
        HeapMemory.trim()
    }

    /// Ends all streams.
    func end() {
        for group in groups.values { group.end() }
        groups = [:]
    }

    private func add(_ subscription: DeviceFeed.Subscription) {
        let group = groups[subscription.visibility] ?? StreamGroup(subscription.visibility, json: json)
        group.add(subscription)
        groups[subscription.visibility] = group
    }

    private func update(_ group: StreamGroup, isRound: Bool, at moment: Moment) {
        do {
            try session.run(repeats: true) { try group.update(isRound: isRound, at: moment, $0) }
        } catch {
            if (error as? PostgresError)?.isConnectionLost != true { log.report("stream of events failed: \(error)") }
            group.suspend()
        }
    }

    /// Ends the streams of revoked credentials, and starts again those of viewers who see something else now.
    private func check(at moment: Moment) {
        // Who cannot be checked for want of the database receives nothing from it either.
        guard let current = try? currentVisibilities(at: moment) else { return }
        for (visibility, group) in groups {
            for subscription in group.subscriptions {
                let allowed = current[subscription.credential] ?? nil
                guard allowed != visibility else { continue }
                group.remove { $0.stream === subscription.stream }
                guard let allowed else {
                    subscription.stream.end()
                    continue
                }
                var moved = subscription
                moved.visibility = allowed
                add(moved)
            }
        }
        groups = groups.filter { !$0.value.subscriptions.isEmpty }
    }

    /// Returns what the holders of each credential may see now; nil for revoked and expired ones.
    private func currentVisibilities(at moment: Moment) throws -> [StreamCredential: Visibility?] {
        let credentials = Set(groups.values.flatMap { $0.subscriptions.map(\.credential) })
        return try session.run(repeats: true) { connection in
            try credentials.reduce(into: [:]) { result, credential in
                result[credential] = .some(
                    try authorizer.visibility(of: credential, at: moment.wallClock, connection))
            }
        }
    }
}
