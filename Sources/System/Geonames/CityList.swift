import CGeonames

/// The cities of libgeonames, in its order.
///
/// The library depends on GLib, which takes time to load and memory: so only a separate program uses it. It is loaded at
/// run time, because many systems do not have it.
@safe public struct CityList {
    private let functions: UnsafePointer<whereismy_geonames>

    /// Loads the library by its file name or path; nil if this system does not have it.
    public init?(library: String = "libgeonames.so.0") {
        // The name is lent to the call as a C string.
        guard let functions = unsafe whereismy_geonames_load(library) else { return nil }
        unsafe self.functions = functions
    }

    /// The number of cities.
    public var count: Int { unsafe Int(functions.pointee.count()) }

    /// Returns a city by its index from 0; nil out of range.
    public func city(_ index: Int) -> City? {
        guard (0..<count).contains(index), let index = Int32(exactly: index) else { return nil }
        // The functions live as long as the process. The reference to the city is released below, its texts are copied before.
        let library = unsafe functions.pointee
        guard let city = unsafe library.city(index) else { return nil }
        defer { unsafe library.city_free(city) }
        return unsafe City(
            name: Self.text(library.name(city)), region: Self.text(library.state(city)),
            country: Self.text(library.country_code(city)), latitude: library.latitude(city),
            longitude: library.longitude(city), population: library.population(city))
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

    /// The city as a line: name, region, country, latitude, longitude and population, separated by tabs.
    public var line: String {
        let texts = [name, region, country].map { text in
            String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        }
        return (texts + ["\(latitude)", "\(longitude)", "\(population)"]).joined(separator: "\t") + "\n"
    }
}
