public import Basics

/// A table of places that was imported as a whole.
public struct GazetteerSource: Hashable, Sendable {
    /// The name, unique within the gazetteer.
    public let name: String
    /// The format of the imported file.
    public let format: GazetteerFormat
    /// The path of the file, or a description of another origin.
    public let file: String
    /// The number of places.
    public let rows: Int64
    /// The number of lines that were not places.
    public let skipped: Int64
    /// The time of the import.
    public let imported: Timestamp
}

/// The file format of a table of places.
public enum GazetteerFormat: String, CaseIterable, Hashable, Sendable {
    /// A GeoNames dump: 19 tab-separated columns.
    case geonames
    /// Comma-separated values (RFC 4180).
    case csv
    /// The output of `whereismy-geonames`: the cities of Debian's libgeonames.
    case cities
}
