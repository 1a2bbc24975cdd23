/// Which column of a CSV is what: as somebody says, or as its first line does.
public struct ColumnMapping: Hashable, Sendable {
    /// What a column can be.
    enum Role: String, CaseIterable {
        case name
        case latitude
        case longitude
        case code
        case region
        case country
        case population

        /// What it is called in first lines, in small letters.
        var titles: [String] {
            switch self {
            case .name: ["name", "place", "place_name", "suburb", "locality", "town", "city"]
            case .latitude: ["latitude", "lat"]
            case .longitude: ["longitude", "lon", "lng", "long"]
            case .code: ["code", "postcode", "postal_code", "postalcode", "zip"]
            case .region: ["region", "state", "province"]
            case .country: ["country", "country_code"]
            case .population: ["population"]
            }
        }
    }

    /// Why columns cannot be told.
    public enum MappingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was written is not `ROLE=COLUMN,…`.
        case malformed(String)
        /// The first line has no such column.
        case missingColumn(String, titles: [String])

        /// One line: what is wrong, and what would work.
        public var description: String {
            switch self {
            case .malformed(let text):
                "\(text.debugDescription) names no column, understood is"
                    + " name=suburb,latitude=4,longitude=5,code=postcode, also with region, country and population"
            case .missingColumn(let name, let titles):
                "no column \(name.debugDescription) in the first line, there are:"
                    + " \(titles.joined(separator: ", ")); --columns says which is what"
            }
        }
    }

    private var columns: [Role: String] = [:]

    /// By the first line alone.
    public init() {}

    /// Reads `name=suburb,latitude=4`: titles of the first line, or numbers from 1.
    ///
    /// - Throws: ``MappingError``.
    public init(_ text: String) throws(MappingError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let role = Role(rawValue: String(sides[0])) else {
                throw .malformed(String(part.prefix(80)))
            }
            columns[role] = String(sides[1])
        }
    }

    /// Whether the table needs no line of titles.
    var isPositional: Bool {
        [.name, .latitude, .longitude].allSatisfy { columns[$0] != nil }
            && columns.values.allSatisfy { Int($0) ?? 0 > 0 }
    }

    /// How to read lines under a line of titles.
    func decoder(titles: [String]) throws(MappingError) -> RowDecoder {
        var decoder = RowDecoder()
        decoder.name = try column(.name, titles)
        decoder.latitude = try column(.latitude, titles)
        decoder.longitude = try column(.longitude, titles)
        decoder.code = try column(.code, titles, isNeeded: false)
        decoder.region = try column(.region, titles, isNeeded: false)
        decoder.country = try column(.country, titles, isNeeded: false)
        decoder.population = try column(.population, titles, isNeeded: false)
        return decoder
    }

    private func column(_ role: Role, _ titles: [String], isNeeded: Bool = true) throws(MappingError) -> Int? {
        if let chosen = columns[role] {
            if let number = Int(chosen), number > 0 { return number - 1 }
            guard let index = titles.firstIndex(of: chosen.lowercased()) else {
                throw .missingColumn(chosen, titles: titles)
            }
            return index
        }
        let found = role.titles.lazy.compactMap { titles.firstIndex(of: $0) }.first
        guard found != nil || !isNeeded else { throw .missingColumn(role.rawValue, titles: titles) }
        return found
    }
}
