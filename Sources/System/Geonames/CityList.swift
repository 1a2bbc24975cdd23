import CGeonames

/// The cities of libgeonames, in its order.
///
/// The library depends on GLib, which takes time to load and memory: so only a separate program uses it.
public enum CityList {
    /// The number of cities.
    public static var count: Int { Int(geonames_get_n_cities()) }

    /// Returns a city by its index.
    ///
    /// - Parameter index: The index, from 0.
    /// - Returns: The city; nil out of range.
    public static func city(_ index: Int) -> City? {
        guard (0..<count).contains(index), let index = Int32(exactly: index) else { return nil }
        // The reference is released below; all its texts are copied before.
        guard let city = unsafe geonames_get_city(index) else { return nil }
        defer { unsafe geonames_city_free(city) }
        return unsafe City(
            name: text(geonames_city_get_name(city)), region: text(geonames_city_get_state(city)),
            country: text(geonames_city_get_country_code(city)), latitude: geonames_city_get_latitude(city),
            longitude: geonames_city_get_longitude(city), population: geonames_city_get_population(city))
    }

    /// Returns a NUL-terminated text; empty for none.
    private static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns the library file of libgeonames, which contains the cities, from the mappings of a process.
    ///
    /// - Parameter maps: The text of `/proc/self/maps`: addresses, rights, numbers, and the path from the first slash
    ///   on.
    /// - Returns: The path; nil if it is not mapped.
    public static func libraryFile(in maps: String) -> String? {
        maps.split(separator: "\n").lazy
            .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            .first { $0.split(separator: "/").last?.hasPrefix("libgeonames.so") ?? false }
            .map { String($0) }
    }
}

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
