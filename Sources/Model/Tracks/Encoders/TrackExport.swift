public import Location

/// A track on its way out: gaps found, the line simplified where that is asked for, written by an encoder.
public struct TrackExport: Sendable {
    /// What has been written and not been taken away yet; write it out and empty it whenever it is long enough.
    public var bytes: [UInt8] = []
    /// How many points have been written.
    public private(set) var count = 0

    private var encoder: any TrackEncoder
    private var segments: GapDetector
    /// Whether a line is open.
    private var hasBegun = false
    private var simplifier: SegmentSimplifier?

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - encoder: the format.
    ///   - rule: what a gap is.
    ///   - tolerance: metres by which a simplified line may be off; nil for every point.
    public init(to encoder: any TrackEncoder, rule: GapRule = GapRule(), tolerance: Double? = nil) {
        self.encoder = encoder
        segments = GapDetector(rule: rule)
        simplifier = tolerance.map(SegmentSimplifier.init)
        self.encoder.begin(into: &bytes)
    }

    /// Takes the next point in the order of time.
    public mutating func add(_ point: TrackPoint) {
        if segments.hasGap(before: point) { breakLine() }
        addToLine(point)
    }

    /// Takes the next point of a line whose gaps are known: there is none before it but where ``interrupt()`` was called.
    public mutating func addToLine(_ point: TrackPoint) {
        hasBegun = true
        guard let ready = simplifier?.add(point) else { return write(point) }
        for point in ready { write(point) }
    }

    /// Breaks the line before the next point: something has been left out there, and no line is to lead across it.
    public mutating func breakLine() {
        guard hasBegun else { return }
        hasBegun = false
        writeRest()
        encoder.gap(into: &bytes)
    }

    /// Ends the document.
    public mutating func finish() {
        writeRest()
        encoder.end(into: &bytes)
    }

    private mutating func writeRest() {
        for point in simplifier?.finish() ?? [] { write(point) }
    }

    private mutating func write(_ point: TrackPoint) {
        count += 1
        encoder.add(point, into: &bytes)
    }
}

/// Writes a track in some format, point by point, in memory that does not grow with its length.
///
/// All bytes are appended to a buffer that is the caller's to write out and to empty, at any time.
public protocol TrackEncoder: Sendable {
    /// Writes what comes before the first point.
    mutating func begin(into bytes: inout [UInt8])

    /// Writes a point; points come in the order of their times.
    mutating func add(_ point: TrackPoint, into bytes: inout [UInt8])

    /// Says that nothing is known of the way between the point before and the next.
    mutating func gap(into bytes: inout [UInt8])

    /// Writes what has been held back, and what comes after the last point.
    mutating func end(into bytes: inout [UInt8])
}

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
