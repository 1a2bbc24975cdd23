import Location

/// A circle that a place is in.
struct Surrounding: Hashable, Sendable {
    let centre: Coordinate
    /// Metres along the ellipsoid.
    let radius: Double
}
