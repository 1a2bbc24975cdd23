public import History
import Location
public import Places

extension Area {
    /// A box around a place and what is within some metres of it.
    ///
    /// - Parameters:
    ///   - shape: the place.
    ///   - margin: metres, 0 or more.
    public init?(around shape: PlaceShape, margin: Double = 0) {
        let (middle, reach) = (shape.centre, (shape.boundingRadius + margin) * Self.slack)
        let height = reach / Self.shortestDegree
        let (south, north) = (max(-90, middle.latitude - height), min(90, middle.latitude + height))
        let width = Self.degreesOfLongitude(in: reach, at: max(abs(south), abs(north)))
        guard let width, width < 180 else {
            self.init(south: south, west: -180, north: north, east: 180)
            return
        }
        self.init(
            south: south, west: (middle.longitude - width).remainder(dividingBy: 360), north: north,
            east: (middle.longitude + width).remainder(dividingBy: 360))
    }

    /// What rounding and the curve of a parallel may take.
    private static let slack = 1.02
    /// Metres of a degree of latitude where they are shortest: at the equator of WGS 84.
    private static let shortestDegree = 110_574.0

    /// Nil so near to a pole that all meridians count.
    private static func degreesOfLongitude(in metres: Double, at latitude: Double) -> Double? {
        let step = 0.001
        guard latitude < 89.9, let from = Coordinate(latitude: latitude, longitude: 0),
            let to = Coordinate(latitude: latitude, longitude: step)
        else { return nil }
        return metres / from.distance(to: to) * step
    }
}
