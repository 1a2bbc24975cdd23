public import Basics
import Location

/// The fixes of the history on their way to a destination, in order, and the cursor that their confirmations advance.
///
/// Fixes ahead of the cursor come first, then late spans, one at a time. Fixes are confirmed in any order; the cursor
/// follows the first one that is not.
struct BacklogDelivery: Sendable {
    private enum State: Hashable {
        case waiting
        case sent(UInt64)
        case done
    }

    private struct Entry: Hashable {
        let point: TrackPoint
        var state: State
    }

    private(set) var cursor: DeliveryCursor
    private var entries: [Entry] = []
    /// The number of entries that are done, at the start of the list.
    private var doneCount = 0
    /// Everything at or before it was read; nil if nothing was.
    private var scan: FixPosition?
    /// True if the entries are of the first late span, false if they are ahead of the cursor.
    private var isLate = false
    private var hasAhead = true
    private var hasReadSpan = false
    /// The last confirmations, which may be lost with the connection; nil if confirmations are final.
    private var recent: RecentConfirmations?

    init(_ cursor: DeliveryCursor, rewind: Duration?) {
        self.cursor = cursor
        // What is ahead of the end is read anyway.
        if let end = cursor.end {
            let limit = Timestamp(milliseconds: end.time.milliseconds + 1)
            self.cursor.spans = cursor.spans.compactMap { $0.ending(before: limit) }
        }
        scan = cursor.end
        recent = rewind.map { RecentConfirmations(window: $0) }
        if !cursor.isFinal, let rewind { restart(rewind: rewind, at: .zero) }
        self.cursor.isFinal = false
    }

    /// True if nothing is known to wait; what is sent may be unconfirmed.
    var isEmpty: Bool { !hasWaiting && !hasAhead && cursor.spans.isEmpty }

    /// True if everything that was read is delivered, in order.
    var isComplete: Bool { entries.isEmpty && (scan.map { $0 >= cursor.end ?? $0 } ?? (cursor.end == nil)) }

    /// Starts again at the cursor, or before it by the time whose confirmed fixes may be lost.
    mutating func restart(rewind: Duration, at uptime: Duration) {
        entries = []
        doneCount = 0
        (isLate, hasReadSpan, hasAhead) = (false, false, true)
        scan = cursor.end
        guard rewind > .zero, let end = cursor.end else { return }
        let start = Timestamp(milliseconds: end.time.milliseconds - rewind.milliseconds)
        let isTooEarly = cursor.since.map { $0 > start } ?? false
        // The empty name comes before every device.
        let earlier = isTooEarly ? FixPosition(time: cursor.since ?? start, device: "") : FixPosition(allUpTo: start)
        scan = min(recent?.oldest(at: uptime) ?? earlier, earlier)
        if let span = cursor.spans.first?.delivered { cursor.spans[0].delivered = span.earlier(by: rewind) }
        cursor.spans.insert(contentsOf: recent?.takeSpans(at: uptime) ?? [], at: 0)
    }

    /// Sets the cursor, for a command of the user.
    mutating func set(_ cursor: DeliveryCursor) {
        self.cursor = cursor
        recent = recent.map { RecentConfirmations(window: $0.window) }
        restart(rewind: .zero, at: .zero)
    }
}

extension BacklogDelivery {
    /// Records a commit.
    mutating func historyChanged(_ change: HistoryChange) {
        hasAhead = true
        if let known = cursor.history, let current = change.identity, known != current {
            // Another file: its late runs are not those of the cursor.
            cursor.spans = []
            cursor.lateID = change.lastLateID
            restart(rewind: .zero, at: .zero)
        }
        // An older copy of the file was put back.
        cursor.lateID = min(cursor.lateID, change.lastLateID)
        cursor.history = change.identity ?? cursor.history
        for run in change.lateRuns where run.id > cursor.lateID {
            if run.isRemoval {
                goBack(before: run.span.first)
            } else if let span = clip(run.span) {
                cursor.spans.append(span)
            }
            cursor.lateID = run.id
        }
    }

    /// Goes back to before a moment from which on all points were removed, so that those added later are ahead.
    private mutating func goBack(before moment: Timestamp) {
        guard let scan, scan.time >= moment else { return }
        if let end = cursor.end, end.time >= moment {
            let isStart = moment.milliseconds <= 0
            cursor.end = isStart ? nil : FixPosition(allUpTo: Timestamp(milliseconds: moment.milliseconds - 1))
        }
        cursor.spans = cursor.spans.compactMap { $0.ending(before: moment) }
        restart(rewind: .zero, at: .zero)
    }

    /// Returns the part of a late run that was not ahead of what was read, and is not too old; nil if there is none.
    private func clip(_ span: LateSpan) -> LateSpan? {
        guard let scan else { return nil }
        let first = max(span.first, cursor.since ?? span.first)
        let last = min(span.last, scan.time)
        return first <= last ? LateSpan(device: span.device, first: first, last: last) : nil
    }

    /// The next part of the history to read; nil while entries wait, or if there is none.
    var nextRead: HistoryRead? {
        guard entries.isEmpty else { return nil }
        if hasAhead { return HistoryRead(device: nil, first: scan?.time ?? cursor.since, last: nil, after: scan) }
        guard let span = cursor.spans.first, !hasReadSpan else { return nil }
        return HistoryRead(
            device: span.device, first: max(span.delivered?.time ?? span.first, span.first), last: span.last,
            after: span.delivered)
    }

    /// Adds the points that were read for ``nextRead``, in order, with false for those that are not to be sent.
    ///
    /// `state` returns what has become of a position that was sent as the newest report.
    mutating func add(
        _ read: HistoryRead, _ fixes: [(point: TrackPoint, isSelected: Bool)], isEnd: Bool,
        at uptime: Duration, state: (FixPosition) -> LiveDelivery
    ) {
        isLate = read.last != nil
        entries = fixes.map { fix in
            guard fix.isSelected else { return Entry(point: fix.point, state: .done) }
            switch state(FixPosition(fix.point)) {
            case .none: return Entry(point: fix.point, state: .waiting)
            case .sent(let id): return Entry(point: fix.point, state: .sent(id))
            case .delivered: return Entry(point: fix.point, state: .done)
            }
        }
        if isLate {
            hasReadSpan = isEnd
        } else {
            hasAhead = !isEnd
            if let last = fixes.last { scan = FixPosition(last.point) }
        }
        advance(at: uptime)
    }

    /// The maximum number of points in a message of which one is not nominal: a fleet gets those as lines of some 200 bytes.
    static let maxSuspectCount = 1_000

    /// The next points to send, at most a number of them, all nominal or none of them; marks them as sent.
    mutating func next(atMost count: Int, as id: UInt64) -> [TrackPoint] {
        var points: [TrackPoint] = []
        var index = doneCount
        while index < entries.count, points.count < count {
            if entries[index].state == .waiting {
                let isNominal = entries[index].point.integrity == .nominal
                if let first = points.first, (first.integrity == .nominal) != isNominal { break }
                if !isNominal, points.count >= Self.maxSuspectCount { break }
                entries[index].state = .sent(id)
                points.append(entries[index].point)
            } else if !points.isEmpty {
                break
            }
            index += 1
        }
        return points
    }

    /// Marks a fix that waits as sent as a live report.
    mutating func join(_ position: FixPosition, as id: UInt64) {
        let index = entries.indices.dropFirst(doneCount).first { FixPosition(entries[$0].point) == position }
        if let index, entries[index].state == .waiting { entries[index].state = .sent(id) }
    }

    /// True if a point waits to be sent.
    var hasWaiting: Bool { entries.dropFirst(doneCount).contains { $0.state == .waiting } }

    /// Marks what was sent under a number as delivered, or as waiting again.
    mutating func finish(_ id: UInt64, isDelivered: Bool, at uptime: Duration) {
        // What was sent under one number is contiguous.
        var index = entries.indices.dropFirst(doneCount).first { entries[$0].state == .sent(id) } ?? entries.count
        while index < entries.count, entries[index].state == .sent(id) {
            entries[index].state = isDelivered ? .done : .waiting
            index += 1
        }
        if isDelivered { advance(at: uptime) }
    }

    /// Moves the cursor over what is done.
    private mutating func advance(at uptime: Duration) {
        while doneCount < entries.count, entries[doneCount].state == .done {
            let position = FixPosition(entries[doneCount].point)
            if isLate {
                cursor.spans[0].delivered = position
            } else {
                cursor.end = max(cursor.end ?? position, position)
                recent?.record(position, at: uptime)
            }
            doneCount += 1
        }
        guard doneCount == entries.count else { return }
        entries = []
        doneCount = 0
        guard isLate, hasReadSpan, !cursor.spans.isEmpty else { return }
        let span = cursor.spans.removeFirst()
        recent?.record(span, at: uptime)
        hasReadSpan = false
        isLate = false
    }
}

/// The fate of a fix that was sent as a live report.
enum LiveDelivery: Hashable, Sendable {
    /// Nothing.
    case none
    /// It was sent under this number.
    case sent(UInt64)
    /// It was delivered.
    case delivered
}

/// A request for the next points of the history.
public struct HistoryRead: Hashable, Sendable {
    /// The device; nil for all.
    public let device: String?
    /// The first moment; nil for the beginning.
    public let first: Timestamp?
    /// The last moment, inclusive; nil for the end.
    public let last: Timestamp?
    /// Points at or before it are not wanted; nil for all.
    public let after: FixPosition?
}
