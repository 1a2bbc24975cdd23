public import Basics

extension Destination {
    /// Handles the answer to a message, of which an unknown one is ignored; returns what to log.
    ///
    /// A rejected message of one fix, or a refused fix, must be set aside before: it is not sent again. `jitter` is
    /// random, from 0 to 1.
    public mutating func handle(
        _ id: UInt64, _ outcome: DeliveryOutcome, at uptime: Duration, jitter: Double
    ) -> [DeliveryNotice] {
        guard let (message, sent) = inFlight.removeValue(forKey: id) else { return [] }
        if message.event != nil { return handleEvent(id, outcome, at: uptime, jitter: jitter) }
        if case .rejected(let reason) = outcome { return reject(message, reason: reason, at: uptime, jitter: jitter) }
        let isLive = message.isLive
        if isLive { live.finish(id, isDelivered: outcome.isSuccess, isWanted: !outcome.isSuccess) }
        backlog.finish(id, isDelivered: outcome.isSuccess, at: uptime)
        if outcome.isSuccess { return succeed(isLive: isLive, sent: sent, at: uptime) }
        return outcome.failure.map { fail($0, at: uptime, jitter: jitter) } ?? []
    }

    /// The unconfirmed message of that number; nil for an unknown one.
    public func message(_ id: UInt64) -> DeliveryMessage? { inFlight[id]?.message }

    /// The message with the one fix or event that is set aside if it is rejected; nil for all others.
    public func indivisibleMessage(_ id: UInt64) -> DeliveryMessage? {
        guard let message = inFlight[id]?.message, message.event != nil || message.points.count == 1 else { return nil }
        return message
    }

    /// Handles the answer to an event at a place, whose failures do not hold the fixes.
    private mutating func handleEvent(
        _ id: UInt64, _ outcome: DeliveryOutcome, at uptime: Duration, jitter: Double
    ) -> [DeliveryNotice] {
        if case .rejected(let reason) = outcome {
            events?.finish(id, isDelivered: true)
            return events?.recordRejection(reason, at: uptime, jitter: jitter) ?? []
        }
        events?.finish(id, isDelivered: outcome.isSuccess)
        if outcome.isSuccess {
            lastSuccess = uptime
            return events?.recordSuccess(at: uptime).map { [.recovered(failures: $0)] } ?? []
        }
        return outcome.failure.flatMap { events?.recordFailure($0, at: uptime, jitter: jitter) } ?? []
    }

    private mutating func succeed(isLive: Bool, sent: Duration, at uptime: Duration) -> [DeliveryNotice] {
        lastSuccess = uptime
        isLiveDoubtful = false
        if !isLive {
            rejectionsInARow = 0
            batchLimit = min(rules.batch, batchLimit * 2)
        }
        return retry.recordSuccess(at: uptime, sent: sent).map { [.recovered(failures: $0)] } ?? []
    }

    private mutating func fail(_ failure: RetryCause, at uptime: Duration, jitter: Double) -> [DeliveryNotice] {
        // The other messages of a window fail for the same cause: one attempt failed, not each of them.
        uptime >= retry.notBefore ? retry.notices(failure, at: uptime, jitter: jitter) : []
    }

    /// A rejected message is divided, until a message has only the fix that causes it; that one is set aside.
    private mutating func reject(
        _ message: DeliveryMessage, reason: String, at uptime: Duration, jitter: Double
    ) -> [DeliveryNotice] {
        let points = message.points
        guard points.count == 1 else {
            batchLimit = max(1, min(batchLimit, points.count) / 2)
            if points.isEmpty {
                live.finish(message.id, isDelivered: false, isWanted: false)
                isLiveDoubtful = true
            }
            backlog.finish(message.id, isDelivered: false, at: uptime)
            // Without a history the next report may be rejected as well.
            return points.isEmpty && !rules.sendsHistory ? fail(.init(reason), at: uptime, jitter: jitter) : []
        }
        backlog.finish(message.id, isDelivered: true, at: uptime)
        return countRejection(reason, at: uptime, jitter: jitter)
    }

    /// Counts what is set aside; after several in a row the consumer itself is in doubt.
    private mutating func countRejection(_ reason: String, at uptime: Duration, jitter: Double) -> [DeliveryNotice] {
        rejectionsInARow += 1
        guard rejectionsInARow >= Self.maxRejections else { return [] }
        let text = "\(reason) to each of \(rejectionsInARow) fixes"
        return fail(.init(text, isLasting: true), at: uptime, jitter: jitter)
    }
}

extension Destination {
    /// True if a connection is to be opened now.
    public func isConnectionDue(at uptime: Duration) -> Bool {
        connection == .closed && uptime >= retry.notBefore
    }

    /// Records that a connection is being opened.
    public mutating func connecting() { connection = .opening }

    /// Records an open connection, and the maximum number of unconfirmed messages.
    public mutating func connected(allowance: Int) {
        connection = .open
        self.allowance = max(1, min(allowance, rules.maxUnconfirmed ?? allowance))
    }

    /// Records a lost or refused connection, with a reason unless this program closed it; returns what to log.
    ///
    /// What was confirmed last may be lost with the consumer. A lasting reason needs a change of the configuration.
    public mutating func disconnected(
        _ reason: String?, isLasting: Bool = false, at uptime: Duration, jitter: Double
    ) -> [DeliveryNotice] {
        let wasOpen = connection == .open
        connection = .closed
        inFlight = [:]
        live.finishAll()
        // A failed attempt to connect must not end the rewind of the connection before it.
        if wasOpen {
            // What a broker has confirmed may be lost with it.
            if rules.rewind != nil { live.forgetAll() }
            if rules.sendsHistory { backlog.restart(rewind: rules.rewind ?? .zero, at: uptime) }
            events?.restart(rewind: rules.rewind ?? .zero, at: uptime)
        }
        guard let reason else { return [] }
        return retry.notices(.init(reason, isLasting: isLasting), at: uptime, jitter: jitter)
    }

    /// Delivers the history again from a moment on.
    public mutating func rewind(to moment: Timestamp) {
        var cursor = backlog.cursor
        let start = FixPosition(time: moment, device: "")
        // What is not delivered yet stays to be delivered.
        cursor.end = cursor.end.map { min($0, start) }
        cursor.since = cursor.since.map { min($0, moment) }
        cursor.spans = cursor.spans.compactMap { $0.ending(before: moment) }
        backlog.set(cursor)
        let before = Timestamp(milliseconds: max(moment.milliseconds, 1) - 1)
        if let position = events?.position { events?.set(min(position, before)) }
        selection.restart(after: nil)
        thinned.restart(after: nil)
        live.forgetAll()
    }

    /// Gives up what waits: only fixes after a moment are delivered.
    public mutating func skip(to moment: Timestamp) {
        var cursor = backlog.cursor
        cursor.end = max(cursor.end ?? .earliest, FixPosition(allUpTo: moment))
        cursor.spans = []
        backlog.set(cursor)
        if let position = events?.position { events?.set(max(position, moment)) }
    }
}

extension FixPosition {
    /// After every fix of a moment.
    public init(allUpTo moment: Timestamp) {
        self.init(time: moment, device: "\u{10FFFF}")
    }
}
