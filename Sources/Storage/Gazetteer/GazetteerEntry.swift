public import Location

/// A named place of a gazetteer.
public struct GazetteerEntry: Hashable, Sendable {
    /// What it is called where the source comes from; never empty.
    public let name: String
    /// The part of the country, as the source names it; nil where it does not.
    public let region: String?
    /// The country, two letters of ISO 3166 where the source keeps to it; nil where it has none.
    public let country: String?
    /// What it is known by among its like, such as a postcode; nil where the source has none.
    public let code: String?
    /// Where it is.
    public let coordinate: Coordinate
    /// How many people live there; nil where that is not known or none do.
    public let population: Int64?
    /// The name of the source that it is in.
    public let source: String

    /// Makes an entry from its parts.
    public init(
        name: String, region: String? = nil, country: String? = nil, code: String? = nil, coordinate: Coordinate,
        population: Int64? = nil, source: String
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.code = code
        self.coordinate = coordinate
        self.population = population
        self.source = source
    }
}

/// A place that is near to where somebody asked.
public struct GazetteerHit: Hashable, Sendable {
    /// The place.
    public let entry: GazetteerEntry
    /// Metres along the ellipsoid from where it was asked.
    public let distance: Double
    /// The course in which the shortest way there begins, degrees from true north, 0 up to but not including 360; nil
    /// where the place is just there.
    public let bearing: Double?
}
