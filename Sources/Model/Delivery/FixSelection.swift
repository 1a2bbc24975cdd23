import Location
import PublishFormats

/// The choice of fixes to send, with the last one that was chosen.
struct FixSelection: Sendable {
    private let selection: PublishSelection
    private var last: TrackPoint?

    init(_ selection: PublishSelection) {
        self.selection = selection
    }

    /// Returns true if the fix is to be sent.
    mutating func selects(_ point: TrackPoint) -> Bool {
        let before = last.map { (timestamp: $0.timestamp, coordinate: $0.coordinate) }
        guard selection.selects(point.timestamp, point.coordinate, after: before) else { return false }
        last = point
        return true
    }

    /// Takes a fix as the last chosen one; with nil, the next one is chosen.
    mutating func restart(after point: TrackPoint?) { last = point }
}
