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
