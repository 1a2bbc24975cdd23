public import Basics
public import Location

/// A query for points.
public struct PointQuery: Hashable, Sendable {
    /// All points but claims of a contradicted receiver.
    public static let all = PointQuery()

    /// The first moment; nil from the beginning.
    public var from: Timestamp?
    /// The last moment, inclusive; nil to the end.
    public var to: Timestamp?
    /// The device; nil for all.
    public var device: String?
    /// The area; nil for anywhere.
    public var within: Area?

    /// True if the claims of a contradicted receiver match too; no other query returns them.
    public var showsContradicted: Bool

    /// Creates a query; the defaults match everything but claims of a contradicted receiver.
    public init(
        from: Timestamp? = nil, to: Timestamp? = nil, device: String? = nil, within: Area? = nil,
        showsContradicted: Bool = false
    ) {
        self.from = from
        self.to = to
        self.device = device
        self.within = within
        self.showsContradicted = showsContradicted
    }

    /// Returns true if a point matches.
    public func contains(_ point: TrackPoint) -> Bool {
        span.contains(point.timestamp) && (device.map { $0 == point.fix.device } ?? true)
            && (within?.contains(point.coordinate) ?? true) && admits(point)
    }

    /// Returns true unless a point is a claim of a contradicted receiver, and the query is not for those.
    public func admits(_ point: TrackPoint) -> Bool { showsContradicted || point.integrity < .contradicted }

    /// The span, clamped to the storable range; empty if it ends before it begins.
    public var span: TimeSpan { TimeSpan(from: from, to: to) }
}

/// A box of parallels and meridians.
public struct Area: Hashable, Sendable {
    /// The southern edge in degrees north, -90 to 90.
    public let south: Double
    /// The western edge in degrees east, -180 to 180; greater than the eastern edge if the box crosses the
    /// antimeridian.
    public let west: Double
    /// The northern edge in degrees north, not less than the southern edge.
    public let north: Double
    /// The eastern edge in degrees east, -180 to 180.
    public let east: Double

    /// Creates a box; nil if an edge is out of range or the northern edge is south of the southern one.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard (-90...90).contains(south), (south...90).contains(north), (-180...180).contains(west),
            (-180...180).contains(east)
        else { return nil }
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// Returns true if a position is inside or on the edge.
    public func contains(_ position: Coordinate) -> Bool {
        guard (south...north).contains(position.latitude) else { return false }
        return spans.contains { $0.contains(position.longitude) }
    }

    /// The ranges of longitudes, two across the antimeridian.
    public var spans: [ClosedRange<Double>] {
        west <= east ? [west...east] : [west...180, -180...east]
    }
}
