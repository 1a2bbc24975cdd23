/// A city of libgeonames.
public struct City: Hashable, Sendable {
    /// The name, in English if there is one.
    public let name: String
    /// The state, province or similar.
    public let region: String
    /// The country, two letters of ISO 3166.
    public let country: String
    /// Degrees north.
    public let latitude: Double
    /// Degrees east.
    public let longitude: Double
    /// The number of inhabitants; 0 if unknown.
    public let population: UInt32

    /// Creates a city from its parts.
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

    /// The city as a line: name, region, country, latitude, longitude and population, separated by tabs.
    public var line: String {
        let texts = [name, region, country].map { text in
            String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        }
        return (texts + ["\(latitude)", "\(longitude)", "\(population)"]).joined(separator: "\t") + "\n"
    }
}
