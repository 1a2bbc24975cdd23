/// A named place near a position, as a report tells it.
public struct NearbyPlace: Hashable, Sendable {
    /// What it is called; never empty.
    public var name: String
    /// The part of the country; nil where it is not known.
    public var region: String?
    /// The country, two letters of ISO 3166 as a rule; nil where it is not known.
    public var country: String?
    /// Metres from the position, along the ellipsoid, 0 or more.
    public var distance: Double
    /// The direction from the position to it in degrees from true north, 0 up to but not including 360; nil on the spot.
    public var bearing: Double?

    /// Makes a place near a position.
    public init(
        name: String, region: String? = nil, country: String? = nil, distance: Double, bearing: Double?
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.distance = distance
        self.bearing = bearing
    }
}
