public import Basics

/// A request to import a table of places.
public struct GazetteerImportRequest: Sendable {
    /// The name of the source; an existing source of that name is replaced.
    public var name: String
    /// The path of the file, or a description of another origin; displayed, never opened.
    public var file: String
    /// The format; nil to detect it from the first line.
    public var format: GazetteerFormat?
    /// The columns of a CSV file.
    public var columns: ColumnMapping
    /// The names of region codes.
    public var regions: RegionNames
    /// The time of the import.
    public var moment: Timestamp

    /// Creates a request.
    public init(
        name: String, file: String, format: GazetteerFormat? = nil, columns: ColumnMapping = ColumnMapping(),
        regions: RegionNames = RegionNames(), at moment: Timestamp
    ) {
        self.name = name
        self.file = file
        self.format = format
        self.columns = columns
        self.regions = regions
        self.moment = moment
    }
}

/// The names of the region codes in a GeoNames dump, from `admin1CodesASCII.txt`.
public struct RegionNames: Sendable {
    private var names: [String: String] = [:]

    /// Creates an empty table, which leaves codes unchanged.
    public init() {}

    /// Parses the file: one region per line, with the qualified code (`AU.07`), the name and more, separated by tabs.
    public init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) {
            let fields = line.split(separator: 0x09, maxSplits: 2)
            guard fields.count >= 2 else { continue }
            names[String(decoding: fields[0], as: UTF8.self)] = String(decoding: fields[1], as: UTF8.self)
        }
    }

    func name(country: String, code: String) -> String {
        names.isEmpty ? code : names["\(country).\(code)"] ?? code
    }
}
