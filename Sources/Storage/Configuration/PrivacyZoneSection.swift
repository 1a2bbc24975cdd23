import Location

/// A `[privacy-zone NAME]` as far as it has been read.
struct PrivacyZoneSection: Hashable, Sendable {
    let name: String
    var latitude: Double?
    var longitude: Double?
    /// Metres.
    var radius = 200.0

    /// The zone; nil where something is missing.
    var zone: PrivacyZone? {
        guard let latitude, let longitude, let centre = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return PrivacyZone(name: name, centre: centre, radius: radius)
    }

    /// What is missing; nil where nothing is.
    var issue: String? {
        guard zone == nil else { return nil }
        let missing = latitude == nil ? "latitude" : "longitude"
        return "[\(SettingKey.zoneSection) \(name)] lacks \(missing): it needs latitude and longitude in degrees"
    }
}
