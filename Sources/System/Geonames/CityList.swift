import CGeonames

/// All cities that libgeonames has, in its order.
///
/// GLib comes with it, which takes time to load and memory: so only a program of its own uses it.
public enum CityList {
    /// How many there are.
    public static var count: Int { Int(geonames_get_n_cities()) }

    /// A city by its number.
    ///
    /// - Parameter index: from 0.
    /// - Returns: it; nil where there is none of that number.
    public static func city(_ index: Int) -> City? {
        guard (0..<count).contains(index), let index = Int32(exactly: index) else { return nil }
        // A reference of ours, given back below; all texts in it are copied before.
        guard let city = unsafe geonames_get_city(index) else { return nil }
        defer { unsafe geonames_city_free(city) }
        return unsafe City(
            name: text(geonames_city_get_name(city)), region: text(geonames_city_get_state(city)),
            country: text(geonames_city_get_country_code(city)), latitude: geonames_city_get_latitude(city),
            longitude: geonames_city_get_longitude(city), population: geonames_city_get_population(city))
    }

    /// A text that ends with a zero byte; an empty one for none.
    private static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }
}
