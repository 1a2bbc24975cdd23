import Basics

/// Whether a collector takes its share of the broker's messages: only while its database is there, so that others get
/// them otherwise.
///
/// A database that comes and goes is joined with pauses, since each time the broker sends all retained statuses.
struct CollectorMembership {
    /// A membership of this time was not a short one.
    static let steadyTime = Duration.seconds(30)

    /// The change to make.
    enum Change: Hashable {
        /// Subscribe.
        case join
        /// Unsubscribe.
        case leave
    }

    /// The opening of the ingest that it was joined for; 0 while it is not.
    private(set) var opening = 0
    private var since = Duration.zero
    /// The pause after a short membership, at most five seconds, which leaves time to be back within 10 s.
    private var backoff = Backoff(from: .seconds(1), to: .seconds(5))
    /// The uptime from which on it may be joined again.
    private var notBefore = Duration.zero
    /// The uptime at which ``change(to:at:)`` has to be asked again; nil while nothing waits.
    private(set) var deadline: Duration?

    /// True while the collector is subscribed.
    var isMember: Bool { opening != 0 }

    /// Returns what is to be done, and counts it as done; nil for nothing.
    ///
    /// `wanted` is the number of the current opening of the ingest; 0 or less while it is closed.
    mutating func change(to wanted: Int, at now: Duration) -> Change? {
        deadline = nil
        if isMember, wanted != opening {
            if now - since >= Self.steadyTime { backoff.reset() }
            (opening, notBefore) = (0, now + (now - since < Self.steadyTime ? backoff.recordFailure() : .zero))
            // One that was not seen to close has dropped messages too.
            if wanted > 0 { deadline = notBefore }
            return .leave
        }
        guard wanted > 0, !isMember else { return nil }
        guard now >= notBefore else {
            deadline = notBefore
            return nil
        }
        (opening, since) = (wanted, now)
        return .join
    }

    /// Records that the connection has ended, and with it all subscriptions.
    mutating func reset() {
        (opening, deadline) = (0, nil)
    }
}
