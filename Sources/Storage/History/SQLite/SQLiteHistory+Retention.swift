public import Basics
import Location
import SQLite

extension SQLiteHistory {
    /// Free pages that are not worth giving back: an hour of rows takes a few hundred.
    private static let spare: Int64 = 1024

    /// Removes and thins what a policy says is old.
    ///
    /// - Throws: ``HistoryError``.
    public func apply(_ retention: Retention, at moment: Timestamp) throws -> Bool {
        if let keep = retention.maxAge { _ = try remove(before: moment.before(keep)) }
        for rule in retention.thinning {
            guard try !thin(by: rule, before: moment.before(rule.age)) else { return false }
        }
        try reclaim(keepingPages: Self.spare)
        return true
    }

    /// Packs everything anew.
    ///
    /// - Throws: ``HistoryError``.
    public func vacuum() throws {
        try maintain {
            try connection.execute("VACUUM")
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Gives free pages back to the disk, unless there are no more of them than that.
    func reclaim(keepingPages spare: Int64) throws {
        try maintain {
            guard try connection.integer("PRAGMA freelist_count") ?? 0 > spare else { return }
            try connection.execute("PRAGMA incremental_vacuum")
            try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Thins some of the segments that end before a moment; answers whether there were any.
    private func thin(by rule: ThinningRule, before moment: Timestamp) throws -> Bool {
        try write {
            let heads = try segments.headers(before: moment, notThinnedBy: rule, limit: Self.batchSize).all()
            for head in heads { try thin(head, by: rule) }
            return !heads.isEmpty
        }
    }

    private func thin(_ head: SegmentHeader, by rule: ThinningRule) throws {
        let mark = head.thinning.adding(rule)
        // One that cannot be read stays, and is not tried again each time.
        guard let points = try points(of: head) else { return try segments.set(mark, of: head) }
        let rest = rule.thin(points)
        guard rest.count < points.count else { return try segments.set(mark, of: head) }
        try segments.delete(head)
        try insert(rest, device: head.device, thinning: mark)
    }
}

extension SQLiteHistory {
    /// How many segments are removed or thinned in one transaction.
    static let batchSize = 200

    /// Removes all points before a moment.
    ///
    /// - Throws: ``HistoryError``.
    public func prune(before moment: Timestamp) throws -> Int {
        let removed = try remove(before: moment)
        try reclaim(keepingPages: 0)
        return removed
    }

    /// Removes all points before a moment, and what happened before it; answers how many points.
    func remove(before moment: Timestamp) throws -> Int {
        let moment = Timestamp(clamping: moment.milliseconds)
        guard moment > .earliest else { return 0 }
        let span = TimeSpan(first: .earliest, last: moment.before(.milliseconds(1)))
        var removed = 0
        while let count = try removeSegments(span) { removed += count }
        return try removed
            + write {
                try placeEvents.delete(upTo: span.last)
                return try shorten(Hour(containing: moment), to: moment) + recent.delete(span)
            }
    }

    /// Removes some of the segments that end within a span, the damaged ones too; nil when there are none.
    private func removeSegments(_ span: TimeSpan) throws -> Int? {
        try write {
            let heads = try segments.headers(span).all(upTo: Self.batchSize) { $0.stop <= span.last }
            for head in heads { try segments.delete(head) }
            return heads.isEmpty ? nil : heads.reduce(0) { $0 + $1.count }
        }
    }

    /// Takes the points before a moment out of the segments of its hour; those that cannot be read stay whole.
    private func shorten(_ hour: Hour, to moment: Timestamp) throws -> Int {
        var removed = 0
        for head in try segments.headers(hour.span).all(where: { $0.start < moment && $0.stop >= moment }) {
            guard let points = try points(of: head) else { continue }
            let rest = points.filter { $0.timestamp >= moment }
            try segments.delete(head)
            try insert(rest, device: head.device, thinning: head.thinning)
            removed += points.count - rest.count
        }
        return removed
    }

    /// The points of a segment; nil where they cannot be read.
    func points(of head: SegmentHeader) throws -> [TrackPoint]? {
        try SegmentCursor(head, segments, device: devices.name(head.device)).all()
    }
}
