import Basics
import Location
import Simulator

@testable import Delivery

/// A destination to which everything happens by chance, and the simplest model of its consumer: what it has taken.
struct DeliveryTrial {
    /// How a fix was taken: as the newest report, or from the history.
    enum Route: Hashable {
        case live
        case backlog
    }

    private(set) var destination: Destination
    private(set) var generator: SeededGenerator
    private(set) var history: [FixPosition: TrackPoint] = [:]
    private(set) var taken: [FixPosition: [Route]] = [:]
    private(set) var setAside: Set<FixPosition> = []
    private(set) var takenEvents: [PlaceEvent] = []
    private(set) var events: [PlaceEvent] = []
    /// The maximum number of messages on their way at once, and those of the backlog among them.
    private(set) var maxUnanswered = (all: 0, backlog: 0)
    private(set) var uptime: Duration = .zero
    private var unanswered: [(message: DeliveryMessage, live: TrackPoint?)] = []
    private var lateRuns: [HistoryChange.LateRun] = []
    /// The fixes that the history does not have yet.
    private var pending: [TrackPoint] = []
    private var second = 10_000

    init(_ rules: DeliveryRules, seed: UInt64) {
        destination = Destination(rules, cursor: DeliveryCursor())
        generator = SeededGenerator(seed: seed)
        connect()
    }

    mutating func chance(_ share: Double) -> Bool { .random(in: 0..<1, using: &generator) < share }

    /// One fix in fifty is rejected, whoever sends it.
    static func isBad(_ point: TrackPoint) -> Bool { point.timestamp.milliseconds / 1000 % 50 == 7 }

    /// The fixes of the history of which the cursor says that they need not be sent.
    var promised: [FixPosition] {
        let cursor = destination.cursor
        return history.keys.filter { position in
            guard let end = cursor.end, position <= end else { return false }
            return !cursor.spans.contains { span in
                (span.device ?? position.device) == position.device && span.first <= position.time
                    && position.time <= span.last && span.delivered.map { position > $0 } ?? true
            }
        }
    }

    func isSettled(_ position: FixPosition) -> Bool { taken[position] != nil || setAside.contains(position) }
}

extension DeliveryTrial {
    /// A second passes with a fix, and perhaps a commit, an import of earlier fixes, and events.
    mutating func pass(imports: Bool) {
        (second, uptime) = (second + 1, uptime + .seconds(1))
        let point = Bench.point(second)
        _ = destination.offer(point)
        pending.append(point)
        if chance(0.1) { commit() }
        if imports, chance(0.03) { importEarlier() }
        if chance(0.05) { happen() }
    }

    private mutating func commit() {
        for point in pending { history[FixPosition(point)] = point }
        pending = []
        change()
    }

    /// Adds fixes of another receiver between those that are known.
    private mutating func importEarlier() {
        guard !history.isEmpty else { return }
        let first = Int.random(in: 9_900..<second, using: &generator)
        let points = (first..<(first + 20)).map { Bench.point($0, "b") }
        let limit = Bench.point(second - 100).timestamp
        // A span of which some fixes are known already would send these again.
        let new = points.prefix { history[FixPosition($0)] == nil && $0.timestamp < limit }
        guard let start = new.first, let end = new.last else { return }
        for point in new { history[FixPosition(point)] = point }
        let span = LateSpan(device: "b", first: start.timestamp, last: end.timestamp)
        lateRuns.append(.init(id: Int64(lateRuns.count + 1), span: span))
        change()
    }

    /// One or two events at places, of the same moment.
    private mutating func happen() {
        let moment = Bench.point(second).timestamp
        for place in chance(0.3) ? ["Home", "Work"] : ["Home"] {
            events.append(PlaceEvent(.enter, place: place, moment: moment, since: moment))
        }
        change()
    }

    private mutating func change() {
        destination.historyChanged(
            HistoryChange(identity: "a", lastLateID: Int64(lateRuns.count), lateRuns: lateRuns))
    }

    mutating func connect() {
        guard destination.isConnectionDue(at: uptime) else { return }
        destination.connecting()
        destination.connected(allowance: 3)
    }

    /// The connection is lost with all that is not answered; a broken program starts with its cursor.
    mutating func lose(restarts: Bool) {
        if restarts {
            destination = Destination(destination.rules, cursor: destination.finalCursor)
            change()
        } else {
            _ = destination.disconnected("lost", at: uptime, jitter: 1)
        }
        unanswered = []
    }
}

extension DeliveryTrial {
    /// Reads and sends what is due.
    mutating func work() {
        for _ in 0..<100 {
            let isRead = readFixes()
            let isReadToo = readEvents()
            guard send() || isRead || isReadToo else { return }
        }
    }

    private mutating func readFixes() -> Bool {
        guard let read = destination.nextRead(at: uptime) else { return false }
        let all = history.keys.filter { position in
            position.time >= read.first ?? position.time && position.time <= read.last ?? position.time
                && read.device ?? position.device == position.device && read.after.map { position > $0 } ?? true
        }.sorted()
        let part = all.prefix(Int.random(in: 1...30, using: &generator))
        let points = part.compactMap { history[$0] }
        destination.add(read, points, isEnd: part.count == all.count, at: uptime) { _ in true }
        return true
    }

    private mutating func readEvents() -> Bool {
        guard let after = destination.nextEventRead(at: uptime) else { return false }
        let part = events.filter { $0.moment > after }
        destination.add(events: part, upTo: part.last?.moment, isEnd: true)
        return true
    }

    private mutating func send() -> Bool {
        guard let message = destination.nextMessage(at: uptime) else { return false }
        unanswered.append((message, message.isLive ? destination.offered : nil))
        maxUnanswered.all = max(maxUnanswered.all, unanswered.count)
        maxUnanswered.backlog = max(maxUnanswered.backlog, unanswered.count { !$0.message.points.isEmpty })
        return true
    }

    /// Some answers arrive, in any order.
    mutating func answer(failures: Double) {
        while !unanswered.isEmpty, chance(0.7) {
            let (message, live) = unanswered.remove(at: .random(in: unanswered.indices, using: &generator))
            if chance(failures) {
                _ = destination.handle(message.id, .failed("away", retryAfter: nil), at: uptime, jitter: 1)
            } else if (message.points + [live].compactMap(\.self)).contains(where: Self.isBad) {
                let part = destination.indivisibleMessage(message.id)?.points.first
                setAside.formUnion([part].compactMap { $0.map(FixPosition.init) })
                _ = destination.handle(message.id, .rejected("answered 422"), at: uptime, jitter: 1)
            } else {
                take(message, live)
                _ = destination.handle(message.id, .accepted, at: uptime, jitter: 1)
            }
        }
    }

    private mutating func take(_ message: DeliveryMessage, _ live: TrackPoint?) {
        for point in message.points { taken[FixPosition(point), default: []].append(.backlog) }
        if let live { taken[FixPosition(live), default: []].append(.live) }
        if let event = message.event { takenEvents.append(event) }
    }

    /// Everything is taken from now on, until nothing is left; false if that never comes.
    mutating func settle() -> Bool {
        commit()
        for _ in 0..<400 {
            uptime += .seconds(5)
            connect()
            work()
            while !unanswered.isEmpty { answer(failures: 0) }
            let isIdle = !destination.hasUnconfirmed && destination.nextRead(at: uptime) == nil
            if destination.isCaughtUp, isIdle { return true }
        }
        return false
    }
}
