import Basics

/// The newest report on its way to a destination, and the fixes that arrived in this way.
///
/// A report that could not be sent is replaced by the next one; its fix arrives through the history.
struct LiveReports: Sendable {
    /// The maximum number of positions that are remembered, of fixes that the backlog has not reached yet; the oldest
    /// are forgotten, and sent twice.
    private static let maxDelivered = 20_000
    /// The number of positions that is worth an examination.
    private static let maxUnrecorded = 120
    /// The share of the interval by which a report may be early: receivers do not keep exact time.
    private static let tolerance = 0.95

    /// The step of time backwards from which the later fix counts as wrong.
    private static let maxStep: Duration = .seconds(60)

    /// The minimum interval between two reports.
    let interval: Duration
    /// True if every report is sent, false if each fix is sent once.
    let sendsState: Bool
    /// False if the history is not delivered, so that nothing needs to be remembered.
    let remembersPositions: Bool
    /// The maximum number of reports in progress.
    let maxUnconfirmed: Int

    /// The position of the newest report; nil for a report without a fix.
    private var position: FixPosition?
    private var isWaiting = false
    private var lastSent: Duration?
    /// The reports in progress, in the order of their sending.
    private var unconfirmed: [(id: UInt64, position: FixPosition?)] = []
    private var delivered: Set<FixPosition> = []

    init(interval: Duration, sendsState: Bool, remembersPositions: Bool, maxUnconfirmed: Int) {
        self.interval = interval
        self.sendsState = sendsState
        self.remembersPositions = remembersPositions
        self.maxUnconfirmed = maxUnconfirmed
    }

    /// Offers a report, which replaces one that waits; returns true if it is to be sent.
    mutating func offer(_ position: FixPosition?) -> Bool {
        if !sendsState {
            guard let position, isNew(position) else { return false }
        }
        self.position = position
        isWaiting = true
        return true
    }

    /// Returns false for a repeated report, and for an older fix, which arrives through the history.
    ///
    /// A fix that is much older shows that the time of the last one was wrong.
    private func isNew(_ position: FixPosition) -> Bool {
        guard let last = self.position else { return true }
        return position > last || last.time - position.time > Self.maxStep
    }

    /// Withdraws the report that waits if it has a position.
    mutating func withdraw(_ position: FixPosition) {
        if isWaiting, self.position == position { isWaiting = false }
    }

    /// The position of the report that was sent last; nil if none is in progress, or without a fix.
    var newest: FixPosition? { unconfirmed.last?.position }

    /// True if a report waits for the answer to one in progress.
    var isBlocked: Bool { isWaiting && unconfirmed.count >= maxUnconfirmed }

    /// The uptime at which the report that waits is due; nil if none waits or too many are in progress.
    var due: Duration? {
        guard isWaiting, !isBlocked else { return nil }
        return lastSent.map { $0 + interval * Self.tolerance } ?? .zero
    }

    /// Marks the report as sent.
    mutating func start(_ id: UInt64, at uptime: Duration) {
        isWaiting = false
        lastSent = uptime
        unconfirmed.append((id, position))
    }

    /// Ends a report in progress, which is sent again if it is wanted and there is no newer one.
    mutating func finish(_ id: UInt64, isDelivered: Bool, isWanted: Bool) {
        guard let index = unconfirmed.firstIndex(where: { $0.id == id }) else { return }
        let isNewest = index == unconfirmed.count - 1
        let sent = unconfirmed.remove(at: index)
        if isDelivered, remembersPositions, let position = sent.position { remember(position) }
        if isWanted, isNewest { sendAgain() }
    }

    /// Ends all reports in progress, whose answers are lost.
    mutating func finishAll() {
        guard !unconfirmed.isEmpty else { return }
        unconfirmed = []
        sendAgain()
    }

    private mutating func sendAgain() {
        guard !isWaiting else { return }
        isWaiting = true
        lastSent = nil
    }

    /// Returns the fate of a position.
    func state(of position: FixPosition) -> LiveDelivery {
        if delivered.contains(position) { return .delivered }
        return unconfirmed.first { $0.position == position }.map { .sent($0.id) } ?? .none
    }

    /// Forgets a position, which the backlog has reached.
    mutating func forget(_ position: FixPosition) { delivered.remove(position) }

    /// Forgets what the backlog has not reached although it has read everything: the history does not have it.
    mutating func forgetUnrecorded() {
        guard delivered.count > Self.maxUnrecorded, let newest = delivered.max() else { return }
        delivered = delivered.filter { newest.time - $0.time < Self.maxStep }
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
