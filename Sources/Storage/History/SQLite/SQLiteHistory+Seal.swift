public import Basics
import HistoryEncoding
import Location

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
