import Location
import Pages
import Places

/// Places in words for people.
enum PlaceDescription {
    /// Such as `100 m around -37.810000, 144.960000`.
    static func shape(_ shape: PlaceShape) -> String {
        let middle = PositionText.degrees(shape.centre)
        switch shape {
        case .circle(let circle): return "\(DistanceText.text(circle.radius)) around \(middle)"
        case .polygon(let polygon):
            let corners = polygon.rings.reduce(0) { $0 + $1.count }
            return "\(corners) corners around \(middle)"
        }
    }

    /// How far it is to the border and in which direction the middle is, such as `1.2 km NE`; for inside, that.
    static func distance(to place: OwnPlace, from here: Coordinate) -> String {
        let distance = place.place.shape.signedDistance(to: here)
        if place.isInside ?? (distance <= 0) { return "inside" }
        guard distance > 0 else { return "inside, not entered yet" }
        let direction = here.bearing(to: place.place.shape.centre).map { CompassText.abbreviation($0) }
        return [DistanceText.text(distance), direction].compactMap { $0 }.joined(separator: " ")
    }
}
