import Location

/// A place's shape on a flat map around where one is.
enum FlatShape: Sendable {
    case circle(FlatCircle)
    case polygon(FlatPolygon)
    /// Too far away to be drawn, or far inside: metres from the map's origin to the border, at least; below 0 inside.
    case beyond(Double)

    init(_ shape: PlaceShape, on map: LocalFrame) {
        switch shape {
        case .circle(let circle): self = .circle(FlatCircle(circle, on: map))
        case .polygon(let polygon): self = .polygon(FlatPolygon(polygon, on: map))
        }
    }

    /// Metres to the border, at least where it is not drawn; below 0 inside.
    func signedDistance(at spot: LocalVector) -> Double {
        switch self {
        case .circle(let circle): circle.signedDistance(at: spot)
        case .polygon(let polygon): polygon.signedDistance(at: spot)
        case .beyond(let distance) where distance > 0: distance - spot.length
        case .beyond(let distance): distance + spot.length
        }
    }
}
