import Location

/// What is around a position: a map, and the fences that have to be looked at as long as one does not go far.
struct NearbyGeofences: Sendable {
    /// Metres from the position to the borders of all other fences, at least.
    let reach: Double
    let neighbours: [Neighbour]
    private let map: LocalFrame

    init(around coordinate: Coordinate, reach: Double, neighbours: (LocalFrame) -> [Neighbour]) {
        map = LocalFrame(origin: coordinate)
        self.reach = reach
        self.neighbours = neighbours(map)
    }

    /// Metres on the map; nil outside it, where other fences may have to be looked at.
    func offset(of coordinate: Coordinate) -> LocalVector? {
        let spot = map.offset(of: coordinate)
        return spot.length < reach * 0.99 ? spot : nil
    }
}
