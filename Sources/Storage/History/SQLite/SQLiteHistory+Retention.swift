public import Basics
import Location
import SQLite

extension SQLiteHistory {
    /// Free pages not worth reclaiming: an hour of rows takes a few hundred.
    private static let spare: Int64 = 1024

    /// Removes and thins what a retention policy considers old.
    ///
    /// - Throws: ``HistoryError``.
    public func apply(_ retention: Retention, at moment: Timestamp) throws -> Bool {
        if let maxAge = retention.maxAge { _ = try remove(before: moment.before(maxAge)) }
        for rule in retention.thinning {
            guard try !thin(by: rule, before: moment.before(rule.age)) else { return false }
        }
        try reclaim(keepingPages: Self.spare)
        return true
    }

    /// Rewrites the database in the minimum space.
    ///
    /// - Throws: ``HistoryError``.
    public func vacuum() throws {
        try maintain {
            try connection.execute("VACUUM")
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Returns free pages to the file system if there are more than a number of them.
    func reclaim(keepingPages spare: Int64) throws {
        try maintain {
            guard try connection.integer("PRAGMA freelist_count") ?? 0 > spare else { return }
            try connection.execute("PRAGMA incremental_vacuum")
            try connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Thins a batch of segments that end before a moment; returns false if there were none.
    private func thin(by rule: ThinningRule, before moment: Timestamp) throws -> Bool {
        try write {
            let headers = try segments.headers(before: moment, notThinnedBy: rule, limit: Self.batchSize).all()
            for header in headers { try thin(header, by: rule) }
            return !headers.isEmpty
        }
    }

    private func thin(_ header: SegmentHeader, by rule: ThinningRule) throws {
        let level = header.thinning.adding(rule)
        // A damaged segment stays, and is not tried again.
        guard let points = try points(of: header) else { return try segments.set(level, of: header) }
        let rest = rule.thin(points)
        guard rest.count < points.count else { return try segments.set(level, of: header) }
        try segments.delete(header)
        try insert(rest, device: header.device, thinning: level)
    }
}

extension SQLiteHistory {
    /// The number of segments that one transaction removes or thins.
    static let batchSize = 200

    /// Removes all points before a moment.
    ///
    /// - Throws: ``HistoryError``.
    public func prune(before moment: Timestamp) throws -> Int {
        let removed = try remove(before: moment)
        try reclaim(keepingPages: 0)
        return removed
    }

    /// Removes all points, place events and late runs before a moment; returns the number of points.
    func remove(before moment: Timestamp) throws -> Int {
        let moment = Timestamp(clamping: moment.milliseconds)
        guard moment > .earliest else { return 0 }
        let span = TimeSpan(first: .earliest, last: moment.before(.milliseconds(1)))
        var removed = 0
        while let count = try removeSegments(span) { removed += count }
        return try removed
            + write {
                try placeEvents.delete(upTo: span.last)
                try lateRuns.delete(endingUpTo: span.last)
                return try shorten(Hour(containing: moment), to: moment) + recent.delete(span)
            }
    }

    /// Removes a batch of segments that end within a span, damaged ones included; returns nil if there are none.
    private func removeSegments(_ span: TimeSpan) throws -> Int? {
        try write {
            let headers = try segments.headers(span).all(upTo: Self.batchSize) { $0.stop <= span.last }
            for header in headers { try segments.delete(header) }
            return headers.isEmpty ? nil : headers.reduce(0) { $0 + $1.count }
        }
    }

    /// Removes the points before a moment from the segments of its hour; damaged ones stay.
    private func shorten(_ hour: Hour, to moment: Timestamp) throws -> Int {
        var removed = 0
        for header in try segments.headers(hour.span).all(where: { $0.start < moment && $0.stop >= moment }) {
            guard let points = try points(of: header) else { continue }
            let rest = points.filter { $0.timestamp >= moment }
            try segments.delete(header)
            try insert(rest, device: header.device, thinning: header.thinning)
            removed += points.count - rest.count
        }
        return removed
    }

    /// Returns the points of a segment; nil if it is damaged.
    func points(of header: SegmentHeader) throws -> [TrackPoint]? {
        try SegmentCursor(header, segments, device: devices.name(header.device)).all()
    }
}
