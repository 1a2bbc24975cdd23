import Basics
public import Location

/// The delivery to one destination: a lane for the newest report, and one for the history, which never delays the first.
///
/// A pure value: it receives events and returns what to read, send and log.
public struct Destination: Sendable {
    /// The number of points to read at once.
    public static let readLimit = 1000
    /// The number of fixes that are set aside in a row before the consumer itself is in doubt.
    static let maxRejections = 10

    /// The phase of the connection.
    public enum Connection: Hashable, Sendable {
        /// None is open.
        case closed
        /// An attempt is in progress.
        case opening
        /// Messages can be sent.
        case open
    }

    /// The rules.
    public let rules: DeliveryRules
    /// The phase of the connection; always open for a destination that needs none.
    public internal(set) var connection: Connection
    /// The uptime of the last confirmed message; nil before the first.
    public internal(set) var lastSuccess: Duration?

    var backlog: BacklogLane
    var live: LiveLane
    var retry: RetryTimer
    /// The choice of the live lane.
    var selection: FixSelection
    /// The choice of the backlog.
    var thinned: FixSelection
    var inFlight: [UInt64: [TrackPoint]] = [:]
    var lastID: UInt64 = 0
    /// The maximum number of unconfirmed messages that the consumer allows.
    var allowance = Int.max
    /// The current maximum of fixes in a message, which shrinks when a message is rejected.
    var batchLimit: Int
    var rejectionsInARow = 0
    var nextBacklog: Duration = .zero

    /// Creates a destination.
    public init(_ rules: DeliveryRules, cursor: DeliveryCursor) {
        self.rules = rules
        connection = rules.isConnected ? .closed : .open
        backlog = BacklogLane(cursor, rewind: rules.rewind)
        live = LiveLane(
            interval: rules.interval, sendsState: rules.sendsState, remembersPositions: rules.sendsHistory)
        retry = RetryTimer(minDelay: rules.retryMin, maxDelay: rules.retryMax)
        (selection, thinned) = (FixSelection(rules.selection), FixSelection(rules.selection))
        batchLimit = rules.batch
    }

    /// What must survive a restart.
    public var cursor: DeliveryCursor { backlog.cursor }

    /// The cursor at an orderly end, when nothing is unconfirmed.
    public var finalCursor: DeliveryCursor {
        var cursor = backlog.cursor
        cursor.isFinal = inFlight.isEmpty && backlog.isComplete
        return cursor
    }

    /// The reason why nothing can be delivered; nil if the last message was.
    public var problem: String? { retry.reason }

    /// True if the history holds nothing that is not delivered, as far as it was read.
    public var isCaughtUp: Bool { !rules.sendsHistory || backlog.isEmpty }

    /// True if answers may wait to be read: only the newest report is on its way.
    public var isUnhurried: Bool {
        retry.failures == 0 && connection == .open && inFlight.values.allSatisfy(\.isEmpty) && !isReadDue
    }

    /// True if messages are unconfirmed.
    public var hasUnconfirmed: Bool { !inFlight.isEmpty }

    private var isReadDue: Bool { rules.sendsHistory && backlog.nextRead != nil }
}

extension Destination {
    /// Offers the newest report to the live lane.
    ///
    /// - Parameters:
    ///   - point: Its fix if that is current; nil otherwise.
    ///   - isWanted: False for a fix that is not to be sent.
    public mutating func offer(_ point: TrackPoint?, isWanted: Bool = true) {
        guard isWanted else { return }
        guard !rules.sendsState else { return live.offer(nil) }
        guard let point, selection.selects(point) else { return }
        live.offer(FixPosition(point))
    }

    /// Takes note of a commit to the history.
    public mutating func historyChanged(_ change: HistoryChange) {
        if rules.sendsHistory { backlog.historyChanged(change) }
    }

    /// The part of the history to read now; nil for none.
    public func nextRead(at uptime: Duration) -> HistoryRead? {
        guard rules.sendsHistory, connection == .open, uptime >= retry.notBefore else { return nil }
        return backlog.nextRead
    }

    /// Adds points that were read.
    ///
    /// - Parameters:
    ///   - read: The request.
    ///   - points: The points, in order.
    ///   - isEnd: True if there are no more.
    ///   - isWanted: Returns false for a point that is not to be sent.
    public mutating func add(
        _ read: HistoryRead, _ points: [TrackPoint], isEnd: Bool, isWanted: (TrackPoint) -> Bool
    ) {
        // Late fixes are older than what was selected last, and not thinned with it.
        var own = FixSelection(rules.selection)
        let isLate = read.last != nil
        let fixes = points.map { point in
            let isLive = live.state(of: FixPosition(point)) != .none
            if isLive { thinned.restart(after: point) }
            guard isWanted(point) else { return (point, false) }
            return (point, isLive || (isLate ? own.selects(point) : thinned.selects(point)))
        }
        backlog.add(read, fixes, isEnd: isEnd) { live.state(of: $0) }
        live.forget(upTo: backlog.cursor.end)
    }
}

extension Destination {
    /// The next message to send; nil for none at this moment.
    public mutating func nextMessage(at uptime: Duration) -> DeliveryMessage? {
        guard connection == .open, uptime >= retry.notBefore, retry.failures == 0 || inFlight.isEmpty else {
            return nil
        }
        if let due = live.due, due <= uptime, inFlight.count < allowance {
            let message = start([])
            live.start(message.id, at: uptime)
            return message
        }
        let count = inFlight.values.count { !$0.isEmpty }
        guard rules.sendsHistory, count < min(rules.window, allowance), uptime >= nextBacklog else { return nil }
        let points = backlog.next(atMost: batchLimit, as: lastID + 1)
        guard !points.isEmpty else { return nil }
        if let rate = rules.rate, rate > 0 {
            nextBacklog = max(nextBacklog, uptime - .seconds(1)) + .seconds(Double(points.count) / rate)
        }
        return start(points)
    }

    private mutating func start(_ points: [TrackPoint]) -> DeliveryMessage {
        lastID += 1
        inFlight[lastID] = points
        return DeliveryMessage(id: lastID, points: points)
    }

    /// The uptime at which something is due apart from reading; nil if only an event can change anything.
    public var nextDeadline: Duration? {
        var deadlines: [Duration] = []
        if connection == .open {
            if let due = live.due { deadlines.append(max(due, retry.notBefore)) }
            if rules.sendsHistory, backlog.hasWaiting { deadlines.append(max(nextBacklog, retry.notBefore)) }
        } else if connection == .closed {
            deadlines.append(retry.notBefore)
        }
        return deadlines.min()
    }
}
