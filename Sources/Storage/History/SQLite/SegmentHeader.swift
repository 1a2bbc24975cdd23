import Basics
import Location
import SQLite

/// What is told of a segment without its blob.
struct SegmentHeader: Hashable {
    let id: Int64
    let device: Int64
    let start: Timestamp
    let stop: Timestamp
    let count: Int
    let thinning: ThinningLevel

    /// The hour it lies in; none reaches beyond.
    var hour: Hour { Hour(containing: start) }
    var span: TimeSpan { TimeSpan(first: start, last: stop) }

    /// The same as a segment that is damaged.
    func damaged(device: String, _ reason: String) -> DamagedSegment {
        DamagedSegment(device: device, first: start, last: stop, count: count, reason: reason)
    }
}

/// The heads of segments on their way out.
///
/// Which ones there are is told by the index alone, and each row is looked up by itself: a damaged page of the table
/// costs the segments that are on it, and not all those behind them.
struct SegmentHeaders {
    private static let row = "SELECT stop, count, moving, standing FROM segment WHERE id = ?"

    private let keys: Statement
    private let rows: Statement
    private let earliestStop: Timestamp

    /// Takes a statement that gives id, device and start, and the least time at which a segment has to end.
    init(
        _ keys: Statement, on connection: Connection, endingFrom earliestStop: Timestamp = .earliest
    ) throws(SQLiteError) {
        self.keys = keys
        self.earliestStop = earliestStop
        rows = try connection.prepare(Self.row)
    }

    /// The next one; nil at the end.
    func next() throws(SQLiteError) -> SegmentHeader? {
        while try keys.step() {
            let head = try head()
            if head.stop >= earliestStop { return head }
        }
        return nil
    }

    /// All that are left, or the first of them that are as wanted.
    func all(
        upTo limit: Int = .max, where isWanted: (SegmentHeader) -> Bool = { _ in true }
    ) throws(SQLiteError) -> [SegmentHeader] {
        var heads: [SegmentHeader] = []
        while heads.count < limit, let head = try next() {
            if isWanted(head) { heads.append(head) }
        }
        return heads
    }

    private func head() throws(SQLiteError) -> SegmentHeader {
        let (id, device) = (keys.integer(at: 0) ?? 0, keys.integer(at: 1) ?? 0)
        let start = Timestamp(clamping: keys.integer(at: 2) ?? 0)
        // What cannot be read is taken to fill its hour, so that whoever asks for a part of that hour is told.
        let lost = SegmentHeader(
            id: id, device: device, start: start, stop: Hour(containing: start).last, count: 0, thinning: .none)
        do throws(SQLiteError) {
            guard let head = try row(of: lost), head.stop >= start else { return lost }
            return head
        } catch {
            guard error.isCorrupt else { throw error }
            return lost
        }
    }

    private func row(of head: SegmentHeader) throws(SQLiteError) -> SegmentHeader? {
        try rows.bind(head.id, at: 1)
        defer { rows.reset() }
        guard try rows.step() else { return nil }
        return SegmentHeader(
            id: head.id, device: head.device, start: head.start,
            stop: Timestamp(clamping: rows.integer(at: 0) ?? 0), count: Int(clamping: rows.integer(at: 1) ?? 0),
            thinning: ThinningLevel(moving: rows.integer(at: 2) ?? 0, standing: rows.integer(at: 3) ?? 0))
    }
}

/// How far a segment has been thinned, so that it is not done again.
struct ThinningLevel: Hashable {
    /// Not at all.
    static let none = ThinningLevel(moving: 0, standing: 0)

    /// Milliseconds between two points of a machine that moves.
    let moving: Int64
    /// The same of one that stands.
    let standing: Int64

    /// The mark of what has been thinned by a rule as well.
    func adding(_ rule: ThinningRule) -> ThinningLevel {
        ThinningLevel(
            moving: max(moving, rule.movingInterval.milliseconds),
            standing: max(standing, rule.stationaryInterval.milliseconds))
    }
}
