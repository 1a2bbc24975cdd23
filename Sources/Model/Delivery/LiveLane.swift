import Basics

/// The newest report on its way to a destination, and the fixes that arrived in this way.
///
/// A report that could not be sent is replaced by the next one; its fix arrives through the history.
struct LiveLane: Sendable {
    /// The maximum number of positions that are remembered, of fixes that the backlog has not reached yet; the oldest
    /// are forgotten, and sent twice.
    private static let maxDelivered = 20_000
    /// The share of the interval by which a report may be early: receivers do not keep exact time.
    private static let tolerance = 0.95

    /// The minimum interval between two reports.
    let interval: Duration
    /// True if every report is sent, false if each fix is sent once.
    let sendsState: Bool
    /// False if the history is not delivered, so that nothing needs to be remembered.
    let remembersPositions: Bool

    /// The position of the newest report; nil for a report without a fix.
    private var position: FixPosition?
    private var isWaiting = false
    private var lastSent: Duration?
    /// The report in progress.
    private(set) var sent: (id: UInt64, position: FixPosition?)?
    private var delivered: Set<FixPosition> = []

    init(interval: Duration, sendsState: Bool, remembersPositions: Bool) {
        self.interval = interval
        self.sendsState = sendsState
        self.remembersPositions = remembersPositions
    }

    /// Offers a report, which replaces one that waits.
    mutating func offer(_ position: FixPosition?) {
        if !sendsState {
            // A repeated report has no new fix, and an older one arrives through the history.
            guard let position, position > self.position ?? FixPosition.earliest else { return }
        }
        self.position = position
        isWaiting = true
    }

    /// The uptime at which the report that waits is due; nil if none waits or one is in progress.
    var due: Duration? {
        guard isWaiting, sent == nil else { return nil }
        return lastSent.map { $0 + interval * Self.tolerance } ?? .zero
    }

    /// Marks the report as sent.
    mutating func start(_ id: UInt64, at uptime: Duration) {
        isWaiting = false
        lastSent = uptime
        sent = (id, position)
    }

    /// Ends the report in progress.
    ///
    /// - Parameters:
    ///   - isDelivered: True if it has arrived.
    ///   - isWanted: True if it is to be sent again unless there is a newer one.
    mutating func finish(isDelivered: Bool, isWanted: Bool) {
        guard let sent else { return }
        self.sent = nil
        if isDelivered, remembersPositions, let position = sent.position { remember(position) }
        if isWanted, !isWaiting {
            isWaiting = true
            lastSent = nil
        }
    }

    /// What happened to a position.
    func state(of position: FixPosition) -> LiveDelivery {
        if delivered.contains(position) { return .delivered }
        guard let sent, sent.position == position else { return .none }
        return .sent(sent.id)
    }

    /// Forgets the positions up to one, which the backlog has passed.
    mutating func forget(upTo position: FixPosition?) {
        guard let position, delivered.contains(where: { $0 <= position }) else { return }
        delivered = delivered.filter { $0 > position }
    }

    /// Forgets everything that was delivered: it may be lost with the connection.
    mutating func forgetAll() { delivered = [] }

    private mutating func remember(_ position: FixPosition) {
        delivered.insert(position)
        guard delivered.count > Self.maxDelivered, let oldest = delivered.min() else { return }
        delivered.remove(oldest)
    }
}

extension FixPosition {
    /// Before every fix.
    static let earliest = FixPosition(time: Timestamp(milliseconds: .min), device: "")
}
