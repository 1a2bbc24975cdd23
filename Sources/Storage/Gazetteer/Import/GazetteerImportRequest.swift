public import Basics
import Location

/// What is to be brought in.
public struct GazetteerImportRequest: Sendable {
    /// What the source is to be called; one of the same name is replaced.
    public var name: String
    /// The path of the file, or where else it comes from: to be shown, not to be opened.
    public var file: String
    /// How it is written; nil to tell from its first line.
    public var format: GazetteerFormat?
    /// Which column of a CSV is what.
    public var columns: ColumnMapping
    /// What regions are called.
    public var regions: RegionNames
    /// The time of day.
    public var moment: Timestamp

    /// Makes a wish of its parts.
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

/// What the regions are called whose codes a dump of GeoNames has: `admin1CodesASCII.txt`.
public struct RegionNames: Sendable {
    private var names: [String: String] = [:]

    /// Knows none, so that a code stands for its region.
    public init() {}

    /// Reads the file: code with country (`AU.07`), name and more between tabs, a region a line.
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
