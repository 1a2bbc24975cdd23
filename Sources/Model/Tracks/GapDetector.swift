import HistoryEncoding
public import Location

/// Detects gaps while a track's points arrive.
public struct GapDetector: Sendable {
    private let rule: GapRule
    /// The last point; nil before the first.
    private(set) var last: TrackPoint?
    /// The interval that ended at the last point; nil if there is none.
    private(set) var usual: Duration?

    /// Creates a detector for a new track.
    public init(rule: GapRule = GapRule()) {
        self.rule = rule
    }

    /// Processes the next point; returns true if there is a gap before it, false for the first point: no line leads from
    /// a position to the claim of a contradicted receiver.
    public mutating func hasGap(before point: TrackPoint) -> Bool {
        defer { last = point }
        guard let last else { return false }
        let isGap = rule.isGap(from: last, to: point, usual: usual)
        // The interval also counts over a gap: if it repeats, it is the usual one.
        usual = point.interval(since: last)
        return isGap || last.isTrusted != point.isTrusted
    }
}
