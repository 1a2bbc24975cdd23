public import Basics
import Location

/// A table of places that was brought in as a whole.
public struct GazetteerSource: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// What it was read from.
    public let format: GazetteerFormat
    /// The path of the file, or where else it came from.
    public let file: String
    /// How many places it has.
    public let rows: Int64
    /// How many rows of the file were none.
    public let skipped: Int64
    /// When it was brought in.
    public let imported: Timestamp
}

/// How a table of places is written.
public enum GazetteerFormat: String, CaseIterable, Hashable, Sendable {
    /// A dump of GeoNames: 19 columns between tabs.
    case geonames
    /// Comma-separated values (RFC 4180).
    case csv
    /// What `whereismy-geonames` prints of the cities that Debian's libgeonames has.
    case cities
}
