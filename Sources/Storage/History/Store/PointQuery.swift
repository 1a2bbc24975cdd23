public import Basics
public import Location

/// Which points are asked for.
public struct PointQuery: Hashable, Sendable {
    /// Everything there is.
    public static let all = PointQuery()

    /// The first moment; nil from the beginning.
    public var from: Timestamp?
    /// The last moment, itself included; nil to the end.
    public var to: Timestamp?
    /// The device whose points; nil for all.
    public var device: String?
    /// Where the points lie; nil for anywhere.
    public var within: Area?

    /// Makes a query; without arguments for everything.
    public init(
        from: Timestamp? = nil, to: Timestamp? = nil, device: String? = nil, within: Area? = nil
    ) {
        self.from = from
        self.to = to
        self.device = device
        self.within = within
    }

    /// Whether a point is asked for.
    func contains(_ point: TrackPoint) -> Bool {
        span.contains(point.timestamp) && (device.map { $0 == point.fix.device } ?? true)
            && (within?.contains(point.coordinate) ?? true)
    }

    /// The times that can be found; empty ones end before they begin.
    var span: TimeSpan { TimeSpan(from: from, to: to) }
}

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
