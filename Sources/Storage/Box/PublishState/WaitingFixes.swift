public import Basics
public import Delivery
public import History
import Location

/// The fixes of a history that a destination has not received.
///
/// They are counted as they are stored: those that `send`, a privacy zone or a contradiction leaves out are among them,
/// and where late spans overlap, a fix counts twice.
public struct WaitingFixes: Hashable, Sendable {
    /// The number of fixes.
    public private(set) var count = 0
    /// The time of the first one; nil for none.
    public private(set) var oldest: Timestamp?

    /// No fixes.
    public init() {}

    /// Counts the fixes behind a cursor; whole hours by their rows, so that a year takes a fraction of a second.
    ///
    /// - Throws: `HistoryError`.
    public init(behind cursor: DeliveryCursor, in history: SQLiteHistory) throws {
        try history.snapshot {
            try add(device: nil, from: cursor.end?.time, to: nil, after: cursor.end, in: history)
            // The publisher may not have seen these yet, or may not run.
            let runs = try history.lateRuns(after: cursor.lateID, limit: .max).map {
                LateSpan(device: $0.device.isEmpty ? nil : $0.device, first: $0.first, last: $0.last)
            }
            for span in cursor.spans + runs {
                let first = max(span.delivered?.time ?? span.first, cursor.since ?? span.first)
                let last = min(span.last, cursor.end?.time ?? span.first)
                guard first <= last else { continue }
                try add(device: span.device, from: first, to: last, after: span.delivered, in: history)
            }
        }
    }

    /// Adds the fixes of a span: the hours at its ends by their points, those between by their rows.
    private mutating func add(
        device: String?, from: Timestamp?, to: Timestamp?, after: FixPosition?, in history: SQLiteHistory
    ) throws {
        let head = from.map(\.endOfHour)
        if let from, let head {
            let last = min(head, to ?? head)
            _ = try history.forEachPoint(PointQuery(from: from, to: last, device: device, showsContradicted: true)) {
                point in
                if let after, FixPosition(point) <= after { return }
                add(1, since: point.timestamp)
            }
            if let to, to <= head { return }
        }
        let tail = to?.startOfHour
        let query = PointQuery(from: head?.next, to: tail?.previous, device: device, showsContradicted: true)
        try history.forEachCount(query) { add($0, since: $1) }
        guard let to, let tail else { return }
        let rest = PointQuery(from: tail, to: to, device: device, showsContradicted: true)
        _ = try history.forEachPoint(rest) { add(1, since: $0.timestamp) }
    }

    private mutating func add(_ count: Int, since moment: Timestamp) {
        self.count += count
        oldest = min(oldest ?? moment, moment)
    }
}

extension Timestamp {
    private static let hour: Int64 = 3_600_000

    /// The first moment of its hour; no stored hour crosses it.
    fileprivate var startOfHour: Timestamp {
        let rest = milliseconds % Self.hour
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + Self.hour : rest))
    }

    fileprivate var endOfHour: Timestamp { Timestamp(milliseconds: startOfHour.milliseconds + Self.hour - 1) }

    fileprivate var next: Timestamp { Timestamp(milliseconds: milliseconds + 1) }
    fileprivate var previous: Timestamp { Timestamp(milliseconds: milliseconds - 1) }
}
