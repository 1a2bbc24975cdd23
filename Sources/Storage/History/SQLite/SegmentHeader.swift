import Basics
import Location
import SQLite

/// The row of a segment without its blob.
struct SegmentHeader: Hashable {
    let id: Int64
    let device: Int64
    let start: Timestamp
    let stop: Timestamp
    let count: Int
    let thinning: ThinningLevel

    /// The hour of the segment, which it never exceeds.
    var hour: Hour { Hour(containing: start) }
    var span: TimeSpan { TimeSpan(first: start, last: stop) }

    /// Returns the description of the segment as damaged.
    func damaged(device: String, _ reason: String) -> DamagedSegment {
        DamagedSegment(device: device, first: start, last: stop, count: count, reason: reason)
    }
}

/// A cursor over segment headers.
///
/// The list comes from the index alone, and each row is looked up separately, so that a damaged page loses the segments
/// on it and not all later ones.
struct SegmentHeaders {
    private static let row = "SELECT stop, count, moving, standing FROM segment WHERE id = ?"

    private let keys: Statement
    private let rows: Statement
    private let earliestStop: Timestamp

    /// Wraps a statement that returns id, device and start; segments that end before `earliestStop` are skipped.
    init(
        _ keys: Statement, on connection: Connection, endingFrom earliestStop: Timestamp = .earliest
    ) throws(SQLiteError) {
        self.keys = keys
        self.earliestStop = earliestStop
        rows = try connection.prepare(Self.row)
    }

    /// Returns the next header; nil at the end.
    func next() throws(SQLiteError) -> SegmentHeader? {
        while try keys.step() {
            let header = try readHeader()
            if header.stop >= earliestStop { return header }
        }
        return nil
    }

    /// Returns the remaining headers, or the first matching ones.
    func all(
        upTo limit: Int = .max, where matches: (SegmentHeader) -> Bool = { _ in true }
    ) throws(SQLiteError) -> [SegmentHeader] {
        var headers: [SegmentHeader] = []
        while headers.count < limit, let header = try next() {
            if matches(header) { headers.append(header) }
        }
        return headers
    }

    private func readHeader() throws(SQLiteError) -> SegmentHeader {
        let id = keys.integer(at: 0) ?? 0
        let device = keys.integer(at: 1) ?? 0
        let start = Timestamp(clamping: keys.integer(at: 2) ?? 0)
        // A damaged row counts as a full hour, so that every query of a part of that hour reports it.
        let placeholder = SegmentHeader(
            id: id, device: device, start: start, stop: Hour(containing: start).last, count: 0, thinning: .none)
        do throws(SQLiteError) {
            let header = try SegmentTable.confirmingDamage { () throws(SQLiteError) in try row(of: placeholder) }
            return header.flatMap { $0.stop >= start ? $0 : nil } ?? placeholder
        } catch {
            guard error.isCorrupt else { throw error }
            return placeholder
        }
    }

    private func row(of header: SegmentHeader) throws(SQLiteError) -> SegmentHeader? {
        try rows.bind(header.id)
        defer { rows.reset() }
        guard try rows.step() else { return nil }
        return SegmentHeader(
            id: header.id, device: header.device, start: header.start,
            stop: Timestamp(clamping: rows.integer(at: 0) ?? 0), count: Int(clamping: rows.integer(at: 1) ?? 0),
            thinning: ThinningLevel(moving: rows.integer(at: 2) ?? 0, standing: rows.integer(at: 3) ?? 0))
    }
}

/// The thinning already applied to a segment, which prevents repetition.
struct ThinningLevel: Hashable {
    /// No thinning.
    static let none = ThinningLevel(moving: 0, standing: 0)

    /// Milliseconds between two points while moving.
    let moving: Int64
    /// Milliseconds between two points while stationary.
    let standing: Int64

    /// Returns the level after a further rule.
    func adding(_ rule: ThinningRule) -> ThinningLevel {
        ThinningLevel(
            moving: max(moving, rule.movingInterval.milliseconds),
            standing: max(standing, rule.stationaryInterval.milliseconds))
    }
}
