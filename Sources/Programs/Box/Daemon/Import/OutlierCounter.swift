import HistoryEncoding
import Location
import Tracks

/// Counts what the statistics of imported points will leave out, and call jumps, while they arrive in sorted chunks.
struct OutlierCounter {
    /// The points at an end of a chunk on which those of the next chunk decide, and which decide on those.
    private static let overlap = 64

    /// The number so far, without the last points.
    private var counted = 0
    /// The number of steps that no vehicle can make.
    private(set) var jumps = 0
    /// The last points of the last chunk, if it had one device: some that are counted, then some that are not.
    private var context: ArraySlice<TrackPoint> = []
    private var pending: ArraySlice<TrackPoint> = []

    /// The number of outliers, as if the track ended.
    var count: Int { counted + Self.count(in: Array(context + pending), from: context.count) }

    /// Adds the next chunk of points that are kept, sorted by time: one point of a device for each time.
    mutating func add(_ points: [TrackPoint]) {
        guard let first = points.first else { return }
        guard !points.contains(where: { $0.fix.device != first.fix.device }) else {
            end()
            let groups = Dictionary(grouping: points) { $0.fix.device }
            jumps += groups.values.reduce(0) { $0 + Self.jumps(in: $1) }
            return counted += groups.values.reduce(0) { $0 + Outliers(among: $1).count }
        }
        let isNext = pending.last.map { $0.fix.device == first.fix.device && $0.timestamp <= first.timestamp } ?? true
        if !isNext { end() }
        extend(by: points)
    }

    private mutating func extend(by points: [TrackPoint]) {
        let rule = JumpRule()
        let border = Array(context + pending + points.prefix(Self.overlap))
        if rule.hasJump(border) || rule.hasJump(points) {
            let known = Array(context + pending)
            let all = known + points
            jumps += Self.jumps(in: all) - Self.jumps(in: known)
            counted += Self.count(in: all, from: context.count, to: all.count - Self.overlap)
        }
        let tail = (context + pending + points.suffix(2 * Self.overlap)).suffix(2 * Self.overlap)
        pending = tail.suffix(Self.overlap)
        context = tail.dropLast(Self.overlap)
    }

    private mutating func end() {
        counted = count
        (context, pending) = ([], [])
    }

    private static func jumps(in points: [TrackPoint]) -> Int {
        let hasJump = zip(points, points.dropFirst()).contains { JumpRule().isUnusual(from: $0.0, to: $0.1) }
        return hasJump ? TrackStatistics(points).finish().jumps : 0
    }

    private static func count(in points: [TrackPoint], from start: Int, to end: Int = .max) -> Int {
        let outliers = Outliers(among: points)
        guard outliers.count > 0 else { return 0 }
        return points.indices.count { $0 >= start && $0 < end && outliers.contains(points[$0]) }
    }
}
