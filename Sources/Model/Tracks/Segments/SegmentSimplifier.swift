public import Location

/// Leaves out the points that the line does not need, in memory that does not grow with the track.
///
/// Douglas and Peucker look at a whole line, so this one looks at up to ``longestRun`` points of a stretch at a time
/// and keeps the ends of each run: at most one point in ``longestRun`` more than over the whole.
public struct SegmentSimplifier: Sendable {
    /// The most points that are held back.
    public static let maxRunLength = 4096

    private let simplification: LineSimplifier
    private var run: [TrackPoint] = []

    /// Takes a tolerance in metres.
    public init(tolerance: Double) {
        simplification = LineSimplifier(tolerance: tolerance)
    }

    /// Takes the next point of a stretch, and gives those that are known to be needed.
    public mutating func add(_ point: TrackPoint) -> [TrackPoint] {
        run.append(point)
        guard run.count == Self.maxRunLength else { return [] }
        // The last one is the first of the next run, which gives it away.
        let kept = simplified().dropLast()
        run = [point]
        return Array(kept)
    }

    /// Ends a stretch, and gives what is left of it.
    public mutating func finish() -> [TrackPoint] {
        defer { run.removeAll(keepingCapacity: true) }
        return simplified()
    }

    private func simplified() -> [TrackPoint] {
        simplification.retainedIndices(of: run.map(\.coordinate)).map { run[$0] }
    }
}
