import Location

/// A circle on a flat map around a position near its border.
///
/// Its middle lies in its direction and at its true distance, so that its border is right around the map's origin,
/// however large the circle: metres there are off by less than one in 500 of those from the origin.
struct FlatCircle: Sendable {
    private let centre: LocalVector
    private let radius: Double

    init(_ circle: PlaceCircle, on map: LocalFrame) {
        let offset = map.offset(of: circle.centre)
        let distance = map.origin.distance(to: circle.centre)
        centre = offset.length > 0 ? offset * (distance / offset.length) : offset
        radius = circle.radius
    }

    /// Metres to the border; below 0 inside.
    func signedDistance(at spot: LocalVector) -> Double { (spot - centre).length - radius }
}
