import Basics
import Location

/// Points of one device, merged by time: of points of the same time, the first stored counts.
enum PointUnion {
    /// Returns stored points and those new ones whose time they lack, by time, each time once.
    static func merge(_ stored: [TrackPoint], with more: [TrackPoint]) -> [TrackPoint] {
        let more = sorted(more)
        guard let last = stored.last else { return more }
        guard let first = more.first, last.timestamp >= first.timestamp else { return stored + more }
        var merged: [TrackPoint] = []
        merged.reserveCapacity(stored.count + more.count)
        var rest = more[...]
        for point in stored {
            while let next = rest.first, next.timestamp < point.timestamp { merged.append(rest.removeFirst()) }
            if rest.first?.timestamp == point.timestamp { rest.removeFirst() }
            merged.append(point)
        }
        return merged + rest
    }

    /// Returns those of new points whose time the stored ones lack, by time, each time once.
    static func missing(_ more: [TrackPoint], from stored: [TrackPoint]) -> [TrackPoint] {
        guard !stored.isEmpty else { return sorted(more) }
        var rest = stored[...]
        return sorted(more).filter { point in
            while let next = rest.first, next.timestamp < point.timestamp { rest.removeFirst() }
            return rest.first?.timestamp != point.timestamp
        }
    }

    /// Returns points by time, each time once.
    static func sorted(_ points: [TrackPoint]) -> [TrackPoint] {
        guard !isStrictlySorted(points) else { return points }
        // Sorting is stable: of points of one time, the first stays first.
        let sorted = points.sorted { $0.timestamp < $1.timestamp }
        return sorted.indices.filter { $0 == 0 || sorted[$0 - 1].timestamp < sorted[$0].timestamp }.map { sorted[$0] }
    }

    /// Returns true if each point is later than the previous one.
    static func isStrictlySorted(_ points: [TrackPoint]) -> Bool {
        points.indices.dropFirst().allSatisfy { points[$0 - 1].timestamp < points[$0].timestamp }
    }
}
