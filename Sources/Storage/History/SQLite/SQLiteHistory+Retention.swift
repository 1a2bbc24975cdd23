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
