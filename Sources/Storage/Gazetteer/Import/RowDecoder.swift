import Location

/// Decodes a record into a place, by column.
struct RowDecoder {
    /// Column indices, from 0; nil if the table has no such column.
    var name: Int?
    var latin: Int?
    var otherNames: Int?
    var region: Int?
    var country: Int?
    var code: Int?
    var latitude: Int?
    var longitude: Int?
    var population: Int?
    var minColumnCount = 1
    /// The names of regions, for tables with GeoNames codes.
    var regions = RegionNames()

    /// The columns of a GeoNames dump: https://download.geonames.org/export/dump/readme.txt.
    static func geonames(_ regions: RegionNames) -> RowDecoder {
        RowDecoder(
            name: 1, latin: 2, otherNames: 3, region: 10, country: 8, latitude: 4, longitude: 5, population: 14,
            minColumnCount: 15, regions: regions)
    }

    /// The columns of the output of `whereismy-geonames`.
    static let cities = RowDecoder(
        name: 0, region: 1, country: 2, latitude: 3, longitude: 4, population: 5, minColumnCount: 6)

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

    /// Parses a decimal number; `Double.init` would also accept hexadecimal, `inf` and `nan`.
    private static func degrees(_ text: String) -> Double? {
        let marks = Set("+-.eE".utf8)
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) || marks.contains($0) } ? Double(text) : nil
    }
}

/// A place as a file describes it.
struct GazetteerRow {
    var name = ""
    /// The name in plain Latin letters, if it differs from the name.
    var latin: String?
    var region: String?
    var country: String?
    var code: String?
    var coordinate: Coordinate
    /// Above 0.
    var population: Int64?
    /// Alternative names, separated by commas or blanks.
    var otherNames: String?

    /// The sort key, if it differs from the name.
    var sortKey: String? { LetterFolding.sortKey(latin ?? name) ?? latin }

    /// All names and the code, folded, for the full-text index.
    var searchText: String {
        LetterFolding.fold([name, latin, code, otherNames].compactMap { $0 }.joined(separator: " "))
    }
}
