import Location

/// The section `[privacy-zone NAME]` as read so far.
struct PrivacyZoneSection {
    let name: String
    var latitude: Double?
    var longitude: Double?
    /// The radius in metres.
    var radius = 200.0

    /// The zone; nil if a key is missing.
    var zone: PrivacyZone? {
        Coordinate(optionalLatitude: latitude, longitude: longitude).flatMap {
            PrivacyZone(name: name, centre: $0, radius: radius)
        }
    }

    func issue(except reported: Set<String>) -> String? {
        let missing = ["latitude": latitude, "longitude": longitude].filter { $0.value == nil }.keys
        guard let missing = missing.sorted().first(where: { !reported.contains($0) }) else { return nil }
        return "\(title) lacks \(missing): it needs latitude and longitude in degrees"
    }
}

extension PrivacyZoneSection: NamedSection {
    static let heading = "privacy-zone"

    static let keys = [
        SettingKey("latitude", at: \PrivacyZoneSection.latitude, as: .latitude),
        SettingKey("longitude", at: \PrivacyZoneSection.longitude, as: .longitude),
        SettingKey(
            "radius", at: \PrivacyZoneSection.radius,
            as: .distance("a distance from 1m to 100km, such as 200m", within: PrivacyZone.radiusRange)),
    ]

    init(name: String) {
        self.init(name: name, latitude: nil)
    }
}
