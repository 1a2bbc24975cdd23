import Location

/// What is around a position: a map, and the fences that have to be looked at as long as one does not go far.
struct Vicinity: Sendable {
    /// Metres in a degree of latitude or longitude, at most: at the poles, along a meridian.
    private static let metresPerDegree = 111_700.0

    /// Metres from the position to the borders of all other fences, at least.
    let reach: Double
    let neighbours: [Neighbour]
    private let map: LocalFrame

    init(around coordinate: Coordinate, reach: Double, neighbours: (LocalFrame) -> [Neighbour]) {
        map = LocalFrame(origin: coordinate)
        self.reach = reach
        self.neighbours = neighbours(map)
    }

    /// Whether a position is so near that the borders of all other fences are outside its radius.
    func covers(_ coordinate: Coordinate, within radius: Double) -> Bool {
        let (latitude, longitude) = (
            coordinate.latitude - map.origin.latitude, coordinate.longitude - map.origin.longitude
        )
        // Mostly that is enough, and costs no sine; across the antimeridian it is not.
        let atMost = (latitude.magnitude + longitude.magnitude) * Self.metresPerDegree
        return atMost + radius < reach || map.offset(of: coordinate).length * 1.001 + radius < reach
    }

    /// Metres on the map.
    func spot(at coordinate: Coordinate) -> LocalVector { map.offset(of: coordinate) }
}
