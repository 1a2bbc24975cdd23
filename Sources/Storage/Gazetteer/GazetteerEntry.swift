public import Location

/// A named place of a gazetteer.
public struct GazetteerEntry: Hashable, Sendable {
    /// The name in the source's language; never empty.
    public let name: String
    /// The region as the source names it, such as a state; nil if the source names none.
    public internal(set) var region: String?
    /// The country, ISO 3166 alpha-2 if the source follows it; nil if the source has none.
    public internal(set) var country: String?
    /// A code within the source, such as a postcode; nil if the source has none.
    public internal(set) var code: String?
    /// The position.
    public let coordinate: Coordinate
    /// The population, above 0; nil if unknown or zero.
    public internal(set) var population: Int64?
    /// The name of the source.
    public let source: String
}

/// A place near a position, with its distance and bearing.
public struct GazetteerHit: Hashable, Sendable {
    /// The place.
    public let entry: GazetteerEntry
    /// Metres from the position along the ellipsoid.
    public let distance: Double
    /// The initial bearing of the shortest path to the place, in degrees from true north, 0 up to but not including
    /// 360; nil if the distance is 0.
    public let bearing: Double?
}
