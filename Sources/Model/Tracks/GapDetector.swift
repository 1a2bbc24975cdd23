import Basics
public import Location

/// Finds the gaps of a track as its points come.
public struct GapDetector: Sendable {
    private let rule: GapRule
    private var last: TrackPoint?
    private var usual: Duration?

    /// Begins before the first point.
    public init(rule: GapRule = GapRule()) {
        self.rule = rule
    }

    /// Takes the next point.
    ///
    /// - Returns: whether there is a gap before it; the first point has none.
    public mutating func hasGap(before point: TrackPoint) -> Bool {
        defer { last = point }
        guard let last else { return false }
        let isGap = rule.isGap(from: last, to: point, usual: usual)
        usual = Self.interval(from: last, to: point)
        return isGap
    }

    /// Also over a gap: where it comes again at once, it is the usual one.
    private static func interval(from: TrackPoint, to: TrackPoint) -> Duration? {
        let passed = to.timestamp.milliseconds.subtractingReportingOverflow(from.timestamp.milliseconds)
        return passed.overflow || passed.partialValue < 0 ? nil : .milliseconds(passed.partialValue)
    }
}
