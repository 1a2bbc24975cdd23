import Location

/// A `[place NAME]` as far as it has been read.
struct PlaceSection: Hashable, Sendable {
    /// Metres of a place of which nothing is said.
    static let defaultRadius = 100.0

    let name: String
    var latitude: Double?
    var longitude: Double?
    /// Metres; nil where it was not said.
    var radius: Double?
    /// A file of GeoJSON with the place's one polygon.
    var polygon: String?
    /// How long a stay on one side counts as one; nil where it was not said.
    var dwell: Duration?

    /// What is missing or too much; nil where nothing is.
    var issue: String? {
        let heading = "[\(SettingKey.placeSection) \(name)]"
        if polygon != nil {
            let odd = latitude != nil || longitude != nil || radius != nil
            return odd ? "\(heading) has a polygon and a circle: leave one of them" : nil
        }
        guard latitude == nil || longitude == nil else { return nil }
        let missing = latitude == nil ? "latitude" : "longitude"
        return "\(heading) lacks \(missing): it needs latitude and longitude in degrees, or a polygon"
    }
}
