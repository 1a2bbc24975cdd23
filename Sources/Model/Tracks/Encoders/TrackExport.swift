public import Location

/// Exports a track: detects gaps, simplifies the line if requested, and encodes it.
public struct TrackExport: Sendable {
    /// Encoded bytes; the caller writes them out and empties the buffer.
    public var bytes: [UInt8] = []
    /// The number of encoded points.
    public private(set) var count = 0

    private var encoder: any TrackEncoder
    private var gapDetector: GapDetector
    /// False if a gap would change nothing.
    private let needsGaps: Bool
    /// True while a line is open.
    private var hasBegun = false
    private var simplifier: SegmentSimplifier?

    /// Begins a document; `rule` defines gaps, and `tolerance` is the error in metres of a simplified line, nil for all
    /// points.
    public init(to encoder: any TrackEncoder, rule: GapRule = GapRule(), tolerance: Double? = nil) {
        self.encoder = encoder
        gapDetector = GapDetector(rule: rule)
        simplifier = tolerance.map(SegmentSimplifier.init)
        needsGaps = encoder.needsGaps || tolerance != nil
        self.encoder.begin(into: &bytes)
    }

    /// Adds the next point; points must be in chronological order.
    public mutating func add(_ point: TrackPoint) {
        if needsGaps, gapDetector.hasGap(before: point) { breakLine() }
        addToLine(point)
    }

    /// Adds a point without detecting gaps; ``breakLine()`` marks the known ones.
    public mutating func addToLine(_ point: TrackPoint) {
        hasBegun = true
        guard let points = simplifier?.add(point) else { return write(point) }
        for point in points { write(point) }
    }

    /// Breaks the line before the next point, where points were left out.
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

/// Encodes a track point by point, in constant memory.
///
/// All bytes are appended to a buffer that the caller may write out and empty at any time.
public protocol TrackEncoder: Sendable {
    /// True if the encoder writes something in a gap; false saves looking for gaps.
    var needsGaps: Bool { get }

    /// Writes the content before the first point.
    mutating func begin(into bytes: inout [UInt8])

    /// Writes a point; points must be in chronological order.
    mutating func add(_ point: TrackPoint, into bytes: inout [UInt8])

    /// Ends a segment: the path between the previous point and the next is unknown.
    mutating func gap(into bytes: inout [UInt8])

    /// Writes buffered content and the content after the last point.
    mutating func end(into bytes: inout [UInt8])
}

extension TrackEncoder {
    /// True: the encoder draws lines.
    public var needsGaps: Bool { true }

    /// Writes nothing by default.
    public mutating func begin(into bytes: inout [UInt8]) {}

    /// Writes nothing by default, where gaps follow from the times.
    public mutating func gap(into bytes: inout [UInt8]) {}

    /// Writes nothing by default.
    public mutating func end(into bytes: inout [UInt8]) {}
}

/// Removes points that a simplified line does not need, in constant memory.
///
/// Douglas-Peucker needs the whole line, so this simplifier processes runs of up to ``maxRunLength`` points and
/// preserves the ends of each run: at most one additional point in ``maxRunLength``.
public struct SegmentSimplifier: Sendable {
    /// The maximum number of buffered points.
    public static let maxRunLength = 4096

    private let simplification: LineSimplifier
    private var run: [TrackPoint] = []

    /// Creates a simplifier with a tolerance in metres.
    public init(tolerance: Double) {
        simplification = LineSimplifier(tolerance: tolerance)
    }

    /// Adds the next point of a segment and returns the points that the line needs.
    public mutating func add(_ point: TrackPoint) -> [TrackPoint] {
        run.append(point)
        guard run.count == Self.maxRunLength else { return [] }
        // The last point is the first of the next run, which returns it.
        let needed = simplified().dropLast()
        run = [point]
        return Array(needed)
    }

    /// Ends a segment and returns its remaining points.
    public mutating func finish() -> [TrackPoint] {
        defer { run.removeAll(keepingCapacity: true) }
        return simplified()
    }

    private func simplified() -> [TrackPoint] {
        simplification.retainedIndices(of: run.map(\.coordinate)).map { run[$0] }
    }
}
