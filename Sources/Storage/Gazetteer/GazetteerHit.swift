/// A place that is near to where somebody asked.
public struct GazetteerHit: Hashable, Sendable {
    /// The place.
    public let entry: GazetteerEntry
    /// Metres along the ellipsoid from where it was asked.
    public let distance: Double
    /// The course in which the shortest way there begins, degrees from true north, 0 up to but not including 360; nil
    /// where the place is just there.
    public let bearing: Double?
}
