public import Location

/// Where something was at a time, as far as its track tells.
public enum TrackPosition: Hashable, Sendable {
    /// A fix of that very time.
    case fix(TrackPoint)
    /// Worked out from the fixes before and after.
    case interpolated(InterpolatedPosition)
    /// Not known: no fix between these two, of which either may be missing.
    case unknown(before: TrackPoint?, after: TrackPoint?)
}
