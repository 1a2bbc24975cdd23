/// How a table of places is written.
public enum GazetteerFormat: String, CaseIterable, Hashable, Sendable {
    /// A dump of GeoNames: 19 columns between tabs.
    case geonames
    /// Comma-separated values (RFC 4180).
    case csv
    /// What `whereismy-geonames` prints of the cities that Debian's libgeonames has.
    case cities
}
