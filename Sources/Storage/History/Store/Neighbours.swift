public import Location

/// The points before and after a moment.
public struct Neighbours: Hashable, Sendable {
    /// The last point up to the moment, itself included; nil when there is none.
    public var before: TrackPoint?
    /// The first point from the moment on, itself included; nil when there is none.
    public var after: TrackPoint?
    /// Segments nearer to the moment than those points that could not be read.
    public var damaged: [DamagedSegment]

    /// Makes the answer.
    public init(before: TrackPoint?, after: TrackPoint?, damaged: [DamagedSegment] = []) {
        self.before = before
        self.after = after
        self.damaged = damaged
    }
}
