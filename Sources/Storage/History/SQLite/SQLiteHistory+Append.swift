public import Basics
import HistoryEncoding
public import Location
import SQLite

extension SQLiteHistory {
    /// So many points of one hour are compressed as well alone as together with others.
    private static let minSegmentCount = 1024

    /// Adds points as they come.
    ///
    /// - Throws: ``HistoryError``.
    public func append(_ points: [TrackPoint]) throws -> Int {
        try write { try append(points) { try addRows($0, to: $1) } }
    }

    /// Adds many points at once.
    ///
    /// - Throws: ``HistoryError``.
    public func bulkAppend(_ points: [TrackPoint]) throws -> Int {
        try write {
            try append(points) { points, hour in
                // An hour that has rows is still to be sealed, with these among them.
                try hasRows(hour) ? addRows(points, to: hour) : addSealed(points, to: hour)
            }
        }
    }

    private func append(
        _ points: [TrackPoint], _ add: ([TrackPoint], DeviceHour) throws -> Int
    ) throws -> Int {
        guard !connection.hasMoved else { throw HistoryError.moved(path: path) }
        var added = 0
        for group in HourGroups(points).groups {
            let device = try devices.findOrCreateNumber(group.device)
            added += try add(group.points, DeviceHour(hour: group.hour, device: device))
        }
        return added
    }

    private func addRows(_ points: [TrackPoint], to hour: DeviceHour) throws -> Int {
        let sealed = try sealedTimes(of: hour)
        var added = 0
        for point in points where !sealed.contains(point.timestamp) {
            if try recent.insert(point, device: hour.device) { added += 1 }
        }
        return added
    }

    /// Points that go on after all that is sealed of their hour become a segment, or where they are few, a part of the
    /// last one: to open the whole hour and seal it anew would cost more than the bytes that it saves.
    private func addSealed(_ points: [TrackPoint], to hour: DeviceHour) throws -> Int {
        let heads = try segments.headers(of: hour)
        guard isContinuation(points, after: heads) else { return try reseal(heads, of: hour, with: points) }
        if points.count < Self.minSegmentCount, let last = heads.max(by: { $0.stop < $1.stop }) {
            return try reseal([last], of: hour, with: points)
        }
        try insert(points, device: hour.device, thinning: .none)
        return points.count
    }

    private func isContinuation(_ points: [TrackPoint], after heads: [SegmentHeader]) -> Bool {
        guard let first = points.first, heads.allSatisfy({ $0.stop < first.timestamp }) else { return false }
        return points.indices.dropFirst().allSatisfy { points[$0 - 1].timestamp < points[$0].timestamp }
    }

    private func hasRows(_ hour: DeviceHour) throws -> Bool {
        try recent.rows(hour.hour.span, device: hour.device).next() != nil
    }

    /// The times that an hour of a device has in segments.
    ///
    /// Of a damaged one only the first and the last are known.
    private func sealedTimes(of hour: DeviceHour) throws -> Set<Timestamp> {
        var times: Set<Timestamp> = []
        for head in try segments.headers(of: hour) { times.formUnion(try segments.times(of: head)) }
        return times
    }
}

extension SQLiteHistory {
    /// Seals the full hours before a moment.
    ///
    /// - Throws: ``HistoryError``.
    public func seal(before moment: Timestamp) throws {
        for hour in try read({ try recent.hours(before: Hour(containing: moment).start) }) {
            try write {
                let rows = try RecentCursor(recent.rows(hour.hour.span, device: hour.device), devices).all()
                _ = try reseal(segments.headers(of: hour), of: hour, with: rows)
                _ = try recent.delete(hour.hour.span, device: hour.device)
            }
        }
    }

    /// Puts more points into the sealed hour of a device, or into some of its segments; within a transaction.
    ///
    /// A segment that cannot be read stays as it is, beside what is sealed now.
    ///
    /// - Returns: How many had not been there.
    func reseal(_ heads: [SegmentHeader], of hour: DeviceHour, with more: [TrackPoint]) throws -> Int {
        var points: [TrackPoint] = []
        var taken: Set<Timestamp> = []
        for head in heads {
            guard let sealed = try SegmentCursor(head, segments, device: devices.name(hour.device)).all() else {
                taken.formUnion([head.start, head.stop])
                continue
            }
            points += sealed
            try segments.delete(head)
        }
        let before = points.count
        taken.formUnion(points.lazy.map(\.timestamp))
        points += more.filter { taken.insert($0.timestamp).inserted }
        try insert(points.sorted { $0.timestamp < $1.timestamp }, device: hour.device, thinning: .none)
        return points.count - before
    }

    /// Adds sorted points of one device and hour as segments; within a transaction.
    func insert(_ points: [TrackPoint], device: Int64, thinning: ThinningLevel) throws {
        for start in stride(from: 0, to: points.count, by: Segment.maxPointCount) {
            let end = min(start + Segment.maxPointCount, points.count)
            try segments.insert(points[start..<end], device: device, thinning: thinning)
        }
    }
}
