public import HistoryEncoding
public import Location

/// The step that leads to the first point of a track from a point of the same device before it.
public struct Arrival: Hashable, Sendable {
    /// The step.
    public let step: TrackStep
    /// The point before the track.
    public let last: TrackPoint
    /// The first point of the track.
    public let first: TrackPoint
    /// True if it is a device that reports rarely, so that a journey goes on across the step.
    let isSparse: Bool

    /// True for a gap that ends a trip or a stay.
    public var isLong: Bool {
        guard case .gap = step else { return false }
        return !isSparse && step.duration >= StayRule().minDuration
    }

    /// True for one that no vehicle can make, which is a gap without its distance.
    var isJump: Bool {
        guard case .gap(_, 0) = step else { return false }
        return last.coordinate.distance(to: first.coordinate) > StayRule().radius
    }

    /// The long gap; nil for any other step, and if its ends are one place.
    public var gap: Gap? {
        isLong && !StayRule().isOnePlace(last, first) ? Gap(from: last, to: first) : nil
    }
}
