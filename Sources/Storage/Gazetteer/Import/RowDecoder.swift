import Location

/// Makes a place of a line: which column is what.
struct RowDecoder {
    /// The columns, from 0; nil for what the table does not have.
    var name: Int?
    var latin: Int?
    var otherNames: Int?
    var region: Int?
    var country: Int?
    var code: Int?
    var latitude: Int?
    var longitude: Int?
    var population: Int?
    /// How many columns a line has at least.
    var minColumnCount = 1
    /// The names of regions, where the table has the codes of GeoNames in their place.
    var regions = RegionNames()

    /// The columns of a dump, by https://download.geonames.org/export/dump/readme.txt.
    static func geonames(_ regions: RegionNames) -> RowDecoder {
        RowDecoder(
            name: 1, latin: 2, otherNames: 3, region: 10, country: 8, latitude: 4, longitude: 5, population: 14,
            minColumnCount: 15, regions: regions)
    }

    /// The columns that `whereismy-geonames` prints.
    static let cities = RowDecoder(
        name: 0, region: 1, country: 2, latitude: 3, longitude: 4, population: 5, minColumnCount: 6)

    /// The place.
    func decode(_ record: TableRecord) throws(RowError) -> GazetteerRow {
        guard record.count >= minColumnCount else { throw .fewColumns(record.count, wanted: minColumnCount) }
        guard let name = record.text(name) else { throw .noName }
        var row = GazetteerRow(name: name, coordinate: try coordinate(record))
        row.latin = record.text(latin).flatMap { $0 == name ? nil : $0 }
        row.otherNames = record.text(otherNames)
        row.country = record.text(country)
        row.region = record.text(region).map { regions.name(country: row.country ?? "", code: $0) }
        row.code = record.text(code)
        row.population = record.text(population).flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        return row
    }

    private func coordinate(_ record: TableRecord) throws(RowError) -> Coordinate {
        guard let north = record.text(latitude), let east = record.text(longitude) else { throw .noPosition }
        guard let latitude = Self.degrees(north), let longitude = Self.degrees(east),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw .badPosition("\(north),\(east)") }
        return coordinate
    }

    /// A decimal number; `Double` would also take hexadecimal ones and words for what is no number.
    private static func degrees(_ text: String) -> Double? {
        let marks = Set("+-.eE".utf8)
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) || marks.contains($0) } ? Double(text) : nil
    }
}

/// A place as a file has it.
struct GazetteerRow {
    var name = ""
    /// The name in plain Latin letters, where that is another one.
    var latin: String?
    var region: String?
    var country: String?
    var code: String?
    var coordinate: Coordinate
    /// Above 0.
    var population: Int64?
    /// More names, between commas or blanks.
    var otherNames: String?

    /// What it is sorted by, where that is not the name.
    var sortKey: String? { LetterFolding.sortKey(latin ?? name) ?? latin }

    /// All words that it can be found by.
    var searchText: String {
        LetterFolding.fold([name, latin, code, otherNames].compactMap { $0 }.joined(separator: " "))
    }
}
