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
        let removed = Set(points.map(\.timestamp)).subtracting(rest.lazy.map(\.timestamp))
        try importedHours.keep(in: DeviceHour(hour: header.hour, device: header.device)) { !removed.contains($0) }
    }
}

extension SQLiteHistory {
    /// The number of segments that one transaction removes or thins.
    static let batchSize = 200

    /// Removes the points of a query without an area, and frees their space; those of all devices with the place events
    /// and the late runs of their time.
    ///
    /// - Returns: The number of removed points.
    /// - Throws: ``HistoryError``; what was removed before the error stays removed.
    public func prune(_ query: PointQuery) throws -> Int {
        guard let device = try read({ try deviceNumber(of: query) }) else { return 0 }
        let newest = try write { try rememberNewest() }
        let removed = try remove(query.span, device: device)
        try write { try recordRemoval(of: newest) }
        try reclaim(keepingPages: 0)
        return removed
    }

    /// Removes the points before a moment, with the place events and late runs of their time; returns their number.
    private func remove(before moment: Timestamp) throws -> Int {
        try remove(TimeSpan(first: .earliest, last: Timestamp(clamping: moment.milliseconds) + .milliseconds(-1)))
    }

    /// Removes the points of a span, those of all devices with the place events and late runs of their time; returns the
    /// number of points.
    private func remove(_ span: TimeSpan, device: Int64? = nil) throws -> Int {
        guard span.first <= span.last else { return 0 }
        var removed = 0
        while let count = try removeSegments(span, device) { removed += count }
        return try removed
            + write {
                if device == nil {
                    try placeEvents.delete(span)
                    try lateRuns.delete(span)
                }
                try importedHours.delete(span, device: device)
                let ends = Set([span.first, span.last].map(Hour.init(containing:)))
                let shortened = try ends.reduce(0) { try $0 + shorten($1, by: span, device) }
                return try shortened + recent.delete(span, device: device)
            }
    }

    /// Removes a batch of segments within a span, damaged ones included; returns nil if there are none.
    private func removeSegments(_ span: TimeSpan, _ device: Int64?) throws -> Int? {
        try write {
            let headers = try segments.headers(span, device: device).all(upTo: Self.batchSize) {
                $0.start >= span.first && $0.stop <= span.last
            }
            for header in headers {
                try segments.delete(header)
                try importedHours.delete(header.span, device: header.device)
            }
            return headers.isEmpty ? nil : headers.reduce(0) { $0 + $1.count }
        }
    }

    /// Removes the points of a span from the segments of an hour that reach beyond it; damaged ones stay.
    private func shorten(_ hour: Hour, by span: TimeSpan, _ device: Int64?) throws -> Int {
        var removed = 0
        for header in try segments.headers(hour.span, device: device).all() {
            guard header.start <= span.last, header.stop >= span.first else { continue }
            guard let points = try points(of: header) else { continue }
            let rest = points.filter { !span.contains($0.timestamp) }
            guard rest.count < points.count else { continue }
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
