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
}
