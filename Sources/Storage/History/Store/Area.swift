public import Location

/// A box between two parallels and two meridians.
public struct Area: Hashable, Sendable {
    /// Degrees north of the southern edge, -90 to 90.
    public let south: Double
    /// Degrees east of the western edge, -180 to 180; more than the eastern one's across the antimeridian.
    public let west: Double
    /// Degrees north of the northern edge, not less than the southern one's.
    public let north: Double
    /// Degrees east of the eastern edge, -180 to 180.
    public let east: Double

    /// Makes a box; nil where an edge is out of range or the northern one south of the southern one.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard (-90...90).contains(south), (south...90).contains(north), (-180...180).contains(west),
            (-180...180).contains(east)
        else { return nil }
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// Whether a place lies in it or on its edge.
    public func contains(_ place: Coordinate) -> Bool {
        guard (south...north).contains(place.latitude) else { return false }
        return spans.contains { $0.contains(place.longitude) }
    }

    /// Its longitudes, in two parts where it crosses the antimeridian.
    var spans: [ClosedRange<Double>] {
        west <= east ? [west...east] : [west...180, -180...east]
    }
}
