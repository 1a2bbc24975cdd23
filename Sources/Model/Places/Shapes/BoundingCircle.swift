import Location

/// A circle that a place is in.
struct BoundingCircle: Hashable, Sendable {
    let centre: Coordinate
    /// Metres along the ellipsoid.
    let radius: Double
}
