import Location
import Places
import Web

/// The body of a request to set the anchor.
struct AnchorRequestBody: Decodable {
    /// The radius of the swing circle in metres; nil for the default.
    let radius: Double?
    let latitude: Double?
    let longitude: Double?
    /// The direction from the position to the anchor in degrees, since the anchor lies ahead of the boat.
    let bearing: Double?
    /// The distance from the position to the anchor in metres.
    let distance: Double?

    /// Returns the swing circle; `here` returns the current position.
    func circle(here: () throws(Problem) -> Coordinate) throws(Problem) -> PlaceCircle {
        let offset = try offset()
        let given = try position()
        let start = if let given { given } else { try here() }
        let radius = radius ?? AnchorWatch.defaultRadius
        guard
            let circle = PlaceCircle(
                centre: start.moved(distance: offset.distance, bearing: offset.bearing), radius: radius)
        else {
            let range = PlaceCircle.radiusRange
            throw Problem.badRequest("radius: \(radius) is not \(range.lowerBound) to \(range.upperBound) m")
        }
        return circle
    }

    private func position() throws(Problem) -> Coordinate? {
        guard let latitude, let longitude else {
            guard latitude == nil, longitude == nil else { throw .badRequest("latitude and longitude go together") }
            return nil
        }
        guard let position = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .badRequest("\(latitude), \(longitude) is not a position such as -37.81, 144.96")
        }
        return position
    }

    private func offset() throws(Problem) -> (distance: Double, bearing: Double) {
        guard let bearing, let distance else {
            guard bearing == nil, distance == nil else { throw .badRequest("bearing and distance go together") }
            return (0, 0)
        }
        guard (0...360).contains(bearing) else { throw .badRequest("bearing: \(bearing) is not 0 to 360 degrees") }
        let range = AnchorWatch.offsetRange
        guard range.contains(distance) else {
            throw .badRequest("distance: \(distance) is not \(Int(range.lowerBound)) to \(Int(range.upperBound)) m")
        }
        return (distance, bearing)
    }
}
