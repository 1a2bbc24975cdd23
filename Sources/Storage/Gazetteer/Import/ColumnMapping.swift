/// The columns of a CSV file, chosen by the user or by the titles in its first line.
public struct ColumnMapping: Hashable, Sendable {
    enum Role: String, CaseIterable {
        case name
        case latitude
        case longitude
        case code
        case region
        case country
        case population

        /// The titles in lower case that identify the column.
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

    /// An error in a column mapping.
    public enum MappingError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text is not `ROLE=COLUMN,…`.
        case malformed(String)
        /// The first line has no such title.
        case missingColumn(String, titles: [String])

        /// One line: the cause and the fix.
        public var description: String {
            switch self {
            case .malformed(let text):
                "\(text.debugDescription) is not ROLE=COLUMN; expected a list such as"
                    + " name=suburb,latitude=4,longitude=5,code=postcode, also with region, country and population"
            case .missingColumn(let name, let titles):
                "no column \(name.debugDescription) in the first line, which has"
                    + " \(titles.joined(separator: ", ")); fix: --columns ROLE=COLUMN"
            }
        }
    }

    private var columns: [Role: String] = [:]

    /// Creates a mapping that uses the titles of the first line alone.
    public init() {}

    /// Parses `name=suburb,latitude=4`; a column is a title of the first line, or a number from 1.
    public init(_ text: String) throws(MappingError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let role = Role(rawValue: String(sides[0])) else {
                throw .malformed(String(part.prefix(80)))
            }
            columns[role] = String(sides[1])
        }
    }

    /// Returns true if the table needs no line of titles.
    var isPositional: Bool {
        [.name, .latitude, .longitude].allSatisfy { columns[$0] != nil }
            && columns.values.allSatisfy { Int($0) ?? 0 > 0 }
    }

    /// Returns the decoder for the lines below a line of titles.
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
