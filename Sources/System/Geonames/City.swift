/// A city as libgeonames has it.
public struct City: Hashable, Sendable {
    /// What it is called, in English where it has an English name.
    public let name: String
    /// The state, province or the like.
    public let region: String
    /// The country, two letters of ISO 3166.
    public let country: String
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double
    /// How many people live there; 0 where that is not known.
    public let population: UInt32

    /// Makes a city of its parts.
    public init(
        name: String, region: String, country: String, latitude: Double, longitude: Double, population: UInt32
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.latitude = latitude
        self.longitude = longitude
        self.population = population
    }

    /// The city as a line: name, region, country, latitude, longitude and population between tabs.
    public var line: String {
        let texts = [name, region, country].map { text in
            String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        }
        return (texts + ["\(latitude)", "\(longitude)", "\(population)"]).joined(separator: "\t") + "\n"
    }
}
