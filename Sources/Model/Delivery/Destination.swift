import Basics
public import Location

/// The delivery to one destination: the newest reports, and the history, which never delays them.
///
/// A pure value: it receives events and returns what to read, send and log.
public struct Destination: Sendable {
    /// The number of points to read at once.
    public static let readLimit = 1000
    /// The number of points to read at once for this destination: at least a message.
    public var readLimit: Int { max(Self.readLimit, rules.batch) }
    /// The maximum number of live reports in progress on a connection, whose answers are read with the next report.
    static let liveWindow = 10
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

    var backlog: BacklogDelivery
    var live: LiveReports
    var retry: RetryTimer
    /// The choice of live reports.
    var selection: FixSelection
    var rest: RestFilter
    /// The fix of the next live report; nil before the first, and for reports of the state.
    var offered: TrackPoint?
    /// The choice of the backlog.
    var thinned: FixSelection
    /// The events at places; nil if they are not sent.
    var events: EventDelivery?
    var inFlight: [UInt64: (message: DeliveryMessage, sent: Duration)] = [:]
    var lastID: UInt64 = 0
    /// The maximum number of unconfirmed messages that the consumer allows.
    var allowance = Int.max
    /// The current maximum of fixes in a message, which shrinks when a message is rejected.
    var batchLimit: Int
    var rejectionsInARow = 0
    /// True if the last live report was rejected, and nothing was delivered since: the backlog goes first then.
    var isLiveDoubtful = false
    var nextBacklog: Duration = .zero

    /// Creates a destination.
    public init(_ rules: DeliveryRules, cursor: DeliveryCursor) {
        self.rules = rules
        connection = rules.isConnected ? .closed : .open
        backlog = BacklogDelivery(cursor, rewind: rules.rewind)
        live = LiveReports(
            interval: rules.interval, sendsState: rules.sendsState, remembersPositions: rules.sendsHistory,
            maxUnconfirmed: rules.isConnected ? Self.liveWindow : 1)
        retry = RetryTimer(minDelay: rules.retryMin, maxDelay: rules.retryMax)
        (selection, thinned) = (FixSelection(rules.selection), FixSelection(rules.selection))
        rest = RestFilter(interval: rules.restInterval)
        batchLimit = rules.batch
        allowance = rules.maxUnconfirmed ?? .max
        guard rules.sendsHistory, rules.sendsEvents else { return }
        // A cursor from before events were sent begins with its fixes.
        let position = cursor.events ?? cursor.end?.time ?? cursor.since ?? Timestamp(milliseconds: 0)
        events = EventDelivery(after: position, rewind: cursor.isFinal ? .zero : rules.rewind ?? .zero, retry: retry)
    }

    /// The state that must survive a restart.
    public var cursor: DeliveryCursor {
        var cursor = backlog.cursor
        cursor.events = events?.position ?? cursor.events
        return cursor
    }

    /// The cursor at an orderly end, when nothing is unconfirmed.
    public var finalCursor: DeliveryCursor {
        var cursor = cursor
        cursor.isFinal = inFlight.isEmpty && backlog.isComplete && events?.isComplete ?? true
        return cursor
    }

    /// The reason why nothing can be delivered; nil if the last message was.
    public var problem: String? { retry.reason ?? events?.problem }

    /// True if the history holds nothing that is not delivered, as far as it was read.
    ///
    /// A fix that is on its way in a live report does not count: at one fix a second there always is one.
    public var isCaughtUp: Bool {
        let isSent = backlog.isEmpty && events?.isEmpty ?? true
        return !rules.sendsHistory || isSent && inFlight.values.allSatisfy(\.message.isLive)
    }

    /// True if answers may wait to be read: only the newest report is on its way.
    public var isUnhurried: Bool {
        retry.failures == 0 && connection == .open && inFlight.values.allSatisfy(\.message.isLive)
            && !live.isBlocked && !isReadDue
    }

    /// True if messages are unconfirmed.
    public var hasUnconfirmed: Bool { !inFlight.isEmpty }

    private var isReadDue: Bool { rules.sendsHistory && backlog.nextRead != nil }
}

extension Destination {
    /// Offers the newest report, with its fix if that is current; returns true if the next live message is to contain
    /// it.
    public mutating func offer(_ point: TrackPoint?) -> Bool {
        guard !rules.sendsState else { return live.offer(nil) }
        guard let point, !rest.repeats(point), selection.selects(point), live.offer(FixPosition(point)) else {
            return false
        }
        offered = point
        return true
    }

    /// Records a commit to the history.
    public mutating func historyChanged(_ change: HistoryChange) {
        if rules.sendsHistory { backlog.historyChanged(change) }
        events?.historyChanged()
    }

    /// The part of the history to read now; nil for none.
    public func nextRead(at uptime: Duration) -> HistoryRead? {
        guard rules.sendsHistory, connection == .open, uptime >= retry.notBefore else { return nil }
        return backlog.nextRead
    }

    /// Adds the points that were read for a request, in order; `isWanted` returns false for those that are not to be
    /// sent.
    public mutating func add(
        _ read: HistoryRead, _ points: [TrackPoint], isEnd: Bool, at uptime: Duration, isWanted: (TrackPoint) -> Bool
    ) {
        let points = rules.endsAtHours && !isEnd ? Self.wholeHours(points) : points[...]
        // Late fixes are older than what was selected last, and not thinned with it.
        var own = FixSelection(rules.selection)
        let isLate = read.last != nil
        let fixes = points.map { point in
            let isLive = live.state(of: FixPosition(point)) != .none
            if isLive { thinned.restart(after: point) }
            guard isWanted(point) else { return (point, false) }
            return (point, isLive || (isLate ? own.selects(point) : thinned.selects(point)))
        }
        backlog.add(read, fixes, isEnd: isEnd, at: uptime) { live.state(of: $0) }
        for point in points { live.forget(FixPosition(point)) }
        if !isLate, let newest = points.last { rest.record(newest) }
        if isEnd { live.forgetUnrecorded() }
    }

    /// Returns the points before the hour of the last one, which are read again with the rest of it; all, if they are
    /// of one hour.
    private static func wholeHours(_ points: [TrackPoint]) -> ArraySlice<TrackPoint> {
        let hours = points.map { $0.timestamp.milliseconds / 3_600_000 }
        return points[...(hours.lastIndex { $0 != hours.last } ?? points.count - 1)]
    }
}

extension Destination {
    /// The next message to send; nil for none at this moment.
    public mutating func nextMessage(at uptime: Duration) -> DeliveryMessage? {
        if let time = liveTime, time <= uptime {
            let message = start(at: uptime)
            live.start(message.id, at: uptime)
            if let offered { rest.send(offered) }
            if let position = live.newest { backlog.join(position, as: message.id) }
            return message
        }
        if let time = eventTime, time <= uptime, let event = events?.next {
            let message = start(event: event, at: uptime)
            events?.start(message.id)
            return message
        }
        guard let time = backlogTime, time <= uptime else { return nil }
        let points = backlog.next(atMost: batchLimit, as: lastID + 1)
        guard !points.isEmpty else { return nil }
        // By HTTP nothing is retained: a report that waits need not be sent beside the backlog.
        if !rules.isConnected, let last = points.last { live.withdraw(FixPosition(last)) }
        if let rate = rules.rate, rate > 0 {
            nextBacklog = max(nextBacklog, uptime - .seconds(1)) + .seconds(Double(points.count) / rate)
        }
        return start(points, at: uptime)
    }

    private mutating func start(
        _ points: [TrackPoint] = [], event: PlaceEvent? = nil, at uptime: Duration
    ) -> DeliveryMessage {
        lastID += 1
        let message = DeliveryMessage(id: lastID, points: points, event: event)
        inFlight[lastID] = (message, uptime)
        return message
    }

    /// The uptime at which something is due apart from reading; nil if only an event can change anything.
    public var nextDeadline: Duration? {
        if connection == .closed { return retry.notBefore }
        return [liveTime, eventTime, backlogTime, answerDeadline].compactMap(\.self).min()
    }

    /// The uptime of the next live message; nil while only an event can bring it about.
    private var liveTime: Duration? {
        guard maySend, let due = live.due, !isLiveDoubtful || !backlog.hasWaiting else { return nil }
        return max(due, retry.notBefore)
    }

    /// The uptime of the next event at a place; nil while only an event can bring it about.
    private var eventTime: Duration? {
        guard maySend, let events, events.next != nil else { return nil }
        return max(retry.notBefore, events.notBefore)
    }

    /// The uptime of the next message of the backlog; nil while only an event can bring it about.
    private var backlogTime: Duration? {
        guard maySend, rules.sendsHistory, backlog.hasWaiting else { return nil }
        guard inFlight.values.count(where: { !$0.message.points.isEmpty }) < rules.window else { return nil }
        return max(nextBacklog, retry.notBefore)
    }

    /// True if there is room for a message; after a failure there is one at a time.
    private var maySend: Bool { connection == .open && inFlight.count < (retry.failures > 0 ? 1 : allowance) }
}
