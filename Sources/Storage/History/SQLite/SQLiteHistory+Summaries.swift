public import Basics
public import HistoryEncoding
import Location
import SQLite

extension SQLiteHistory {
    /// Bytes of a summary for each point up to which it is kept; a point of a segment takes about as many.
    private static let maxBytesPerPoint = 4
    /// Hours of one transaction; one takes some milliseconds.
    private static let batch = 4
    /// Hours that a reader decodes rather than knows by their heads.
    private static let quicklyDecoded = 24

    /// Iterates over the summaries of the tracks of a span, by first point, then by device; hours without a stored
    /// summary are decoded.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func forEachTrackPart(
        _ query: PointQuery, _ body: (TrackPart) throws -> Void
    ) throws -> [DamagedSegment] {
        try read {
            guard query.within == nil else { return try forEachDecodedPart(query, body) }
            guard let device = try deviceNumber(of: query) else { return [] }
            let source = try PartSource(self, query.span, device: device)
            var damaged: [DamagedSegment] = []
            var hours = try source.hours()[...]
            while let hour = hours.first?.hour {
                let devices = hours.prefix { $0.hour == hour }
                hours = hours.dropFirst(devices.count)
                let parts = try devices.flatMap { try source.parts(of: $0, &damaged) }
                for part in devices.count > 1 ? parts.sorted(by: TrackPart.isBefore) : parts { try body(part) }
            }
            return damaged
        }
    }

    /// Returns the span of the sealed hours in a span that have no summary; nil if they are decoded in a tenth of a second.
    ///
    /// - Throws: ``HistoryError``.
    public func unsummarised(in span: TimeSpan) throws -> TimeSpan? {
        try read {
            let hours = try parts.exists() ? parts.missing(in: span, upTo: .max) : []
            guard hours.count > Self.quicklyDecoded, let first = hours.last, let last = hours.first else { return nil }
            return TimeSpan(first: first.hour.start, last: last.hour.last)
        }
    }

    /// Iterates over the heads of the segments of a span, and over its points that are not sealed.
    ///
    /// - Throws: ``HistoryError``, or errors of the body.
    public func forEachHead(in span: TimeSpan, _ body: (SegmentHead) throws -> Void) throws {
        try read {
            let headers = try segments.headers(span)
            while let header = try headers.next() {
                let (distance, isNominal) = try segments.head(of: header)
                let trusted = isNominal ? nil : try points(of: header)?.count { $0.isTrusted }
                guard trusted != 0 else { continue }
                try body(
                    SegmentHead(
                        device: devices.name(header.device), first: header.start, count: trusted ?? header.count,
                        distance: distance))
            }
            for point in try RecentCursor(recent.rows(span, device: nil), devices).all() where point.isTrusted {
                try body(SegmentHead(device: point.fix.device, first: point.timestamp, count: 1, distance: 0))
            }
        }
    }

    /// Summarises some sealed hours that have no summary, the latest ones first.
    ///
    /// - Parameter limit: the maximum number of hours.
    /// - Returns: False if there are more.
    /// - Throws: ``HistoryError``.
    public func summarise(upTo limit: Int) throws -> Bool { try summarise(.all, upTo: limit) }

    /// Summarises the sealed hours from that of a moment up to but not including that of another, some at a time so that
    /// others can write in between.
    ///
    /// - Throws: ``HistoryError``.
    public func summarise(from first: Timestamp, before last: Timestamp) throws {
        let end = Hour(containing: last).start + .milliseconds(-1)
        let span = TimeSpan(first: Hour(containing: first).start, last: end)
        while try !summarise(span, upTo: Self.batch) {}
    }

    private func summarise(_ span: TimeSpan, upTo limit: Int) throws -> Bool {
        guard try !read({ try parts.missing(in: span, upTo: 1).isEmpty }) else { return true }
        return try write {
            let hours = try parts.missing(in: span, upTo: limit)
            for hour in Set(hours) { try summarise(hour) }
            return hours.count < limit
        }
    }

    /// Summarises a sealed hour; within a transaction.
    func summarise(_ hour: DeviceHour) throws {
        var points: [TrackPoint]? = []
        for header in try segments.headers(of: hour) {
            guard let more = try self.points(of: header) else {
                points = nil
                break
            }
            points?.append(contentsOf: more)
        }
        guard points?.isEmpty != true else { return }
        try parts.insert(Self.summary(of: points), of: hour)
    }

    /// Returns the bytes to store for the points of an hour; nil for points that cannot be read.
    static func summary(of points: [TrackPoint]?) -> [UInt8] {
        guard let points else { return [] }
        let bytes = TrackPartCoding.encode(TrackPart.parts(of: points.sorted { $0.timestamp < $1.timestamp }))
        return bytes.count <= points.count * maxBytesPerPoint ? bytes : []
    }
}

/// The summaries of a span, stored or decoded; within a transaction.
private struct PartSource {
    private let history: SQLiteHistory
    private let span: TimeSpan
    private let device: Int64?
    private let stored: Statement?
    /// The hours with points that are not sealed yet.
    private let unsealed: Set<DeviceHour>

    init(_ history: SQLiteHistory, _ span: TimeSpan, device: Int64?) throws {
        self.history = history
        self.span = span
        self.device = device
        stored = try history.parts.exists() ? history.parts.statement() : nil
        unsealed = Set(try history.recent.hours(span, device: device))
    }

    /// Returns the hours with points, by time.
    func hours() throws -> [DeviceHour] {
        let sealed = try history.segments.hours(span, device: device)
        let all = unsealed.isSubset(of: Set(sealed)) ? sealed : Array(unsealed.union(sealed))
        return all.sorted { ($0.hour, $0.device) < ($1.hour, $1.device) }
    }

    func parts(of hour: DeviceHour, _ damaged: inout [DamagedSegment]) throws -> [TrackPart] {
        let name = try history.devices.name(hour.device)
        let isWhole = span.first <= hour.hour.start && span.last >= hour.hour.last
        if let stored, isWhole, !unsealed.contains(hour),
            let parts = try history.parts.parts(of: hour, device: name, stored)
        {
            return parts
        }
        let part = TimeSpan(first: max(span.first, hour.hour.start), last: min(span.last, hour.hour.last))
        var collector = TrackPartCollector()
        var parts: [TrackPart] = []
        let query = PointQuery(from: part.first, to: part.last)
        damaged += try history.forEachPoint(query, device: hour.device) { parts += collector.add($0) }
        return parts + collector.finish()
    }
}
