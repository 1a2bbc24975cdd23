import Basics
import Location

/// The section `[privacy-zone NAME]` as read so far.
struct PrivacyZoneSection: Hashable, Sendable {
    let name: String
    var latitude: Double?
    var longitude: Double?
    /// The radius in metres.
    var radius = 200.0

    /// The zone; nil if a key is missing.
    var zone: PrivacyZone? {
        guard let latitude, let longitude, let centre = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return PrivacyZone(name: name, centre: centre, radius: radius)
    }

    /// Returns the issue with a missing key; nil for none.
    ///
    /// - Parameter reported: the keys whose own issues are reported, so that they are not also missing.
    /// - Returns: the message.
    func issue(except reported: Set<String>) -> String? {
        let missing = ["latitude": latitude, "longitude": longitude].filter { $0.value == nil }.keys
        guard let missing = missing.sorted().first(where: { !reported.contains($0) }) else { return nil }
        return "[\(SettingKey.zoneSection) \(name)] lacks \(missing): it needs latitude and longitude in degrees"
    }
}

extension SettingKey {
    /// The heading of a zone, before its name.
    static let zoneSection = "privacy-zone"

    /// The settings of a zone.
    static func zone(named name: String) -> [SettingKey] {
        [
            zoneKey(
                "latitude", expected: "degrees north from -90 to 90", range: -90...90, of: name, value: { $0.latitude }
            ) {
                $0.latitude = $1
            },
            zoneKey(
                "longitude", expected: "degrees east from -180 to 180", range: -180...180, of: name,
                value: { $0.longitude }
            ) {
                $0.longitude = $1
            },
            zoneKey(
                "radius", expected: "a distance from 1m to 100km, such as 200m", range: PrivacyZone.radiusRange,
                of: name,
                value: { $0.radius }
            ) {
                $0.radius = $1
            },
        ]
    }

    /// The keys of a zone, also for tests of the manual and the example file.
    static let zoneKeys = zone(named: "NAME")

    private static func zoneKey(
        _ key: String, expected: String, range: ClosedRange<Double>, of zone: String,
        value: @escaping @Sendable (PrivacyZoneSection) -> Double?,
        set: @escaping @Sendable (inout PrivacyZoneSection, Double) -> Void
    ) -> SettingKey {
        // A radius is a distance, the others are degrees.
        let unit = key == "radius" ? "m" : ""
        return SettingKey(
            section: "\(zoneSection) \(zone)", name: key, expected: expected,
            text: { settings in settings.zoneSections.first { $0.name == zone }.flatMap(value).map { $0.setting + unit }
            }
        ) { text, settings in
            let number = unit.isEmpty ? Double(text) : Double(distance: text)
            guard let number, range.contains(number) else { return false }
            let index = settings.zoneSections.firstIndex { $0.name == zone } ?? settings.zoneSections.endIndex
            if index == settings.zoneSections.endIndex { settings.zoneSections.append(PrivacyZoneSection(name: zone)) }
            set(&settings.zoneSections[index], number)
            return true
        }
    }
}
