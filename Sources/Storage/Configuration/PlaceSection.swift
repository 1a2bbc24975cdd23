import CommandLine
import Places

/// The section `[place NAME]` as read so far.
struct PlaceSection {
    /// The default radius in metres.
    static let defaultRadius = 100.0

    let name: String
    var latitude: Double?
    var longitude: Double?
    /// The radius in metres; nil if unset.
    var radius: Double?
    /// A GeoJSON file with one polygon.
    var polygon: String?
    /// The time on one side before a transition counts; nil if unset.
    var dwell: Duration?

    func issue(except reported: Set<String>) -> String? {
        if polygon != nil {
            let odd = latitude != nil || longitude != nil || radius != nil
            return odd ? "\(title) has both a polygon and a circle; fix: remove one" : nil
        }
        let missing = ["latitude": latitude, "longitude": longitude].filter { $0.value == nil }.keys
        guard !reported.contains("polygon"), let missing = missing.sorted().first(where: { !reported.contains($0) })
        else { return nil }
        return "\(title) lacks \(missing): it needs latitude and longitude in degrees, or a polygon"
    }
}

extension PlaceSection: NamedSection {
    static let heading = "place"

    static let keys = [
        SettingKey("latitude", at: \PlaceSection.latitude, as: .latitude),
        SettingKey("longitude", at: \PlaceSection.longitude, as: .longitude),
        SettingKey(
            "radius", at: \PlaceSection.radius, else: { _ in defaultRadius },
            as: .distance("a distance from 1m to 100km, such as 100m", within: PlaceCircle.radiusRange)),
        SettingKey("polygon", at: \PlaceSection.polygon, as: .file(example: "/etc/whereismy/harbour.geojson")),
        SettingKey(
            "dwell", at: \PlaceSection.dwell, else: { _ in Place.defaultDwell },
            as: .time("a time from 0 to 1h, such as 10s", within: Place.dwellRange)),
    ]

    init(name: String) {
        self.init(name: name, latitude: nil)
    }
}
