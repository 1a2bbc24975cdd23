import Basics
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

extension SettingKey {
    /// What the heading of a zone begins with; its name follows.
    static let zoneSection = "privacy-zone"

    /// The settings of the zone of that name.
    static func zone(named name: String) -> [SettingKey] {
        [
            zoneKey("latitude", "degrees north from -90 to 90", -90...90, of: name, { $0.latitude }) {
                $0.latitude = $1
            },
            zoneKey("longitude", "degrees east from -180 to 180", -180...180, of: name, { $0.longitude }) {
                $0.longitude = $1
            },
            zoneKey("radius", "metres from 1 to 100000, such as 200m", PrivacyZone.radiusRange, of: name, { $0.radius })
            {
                $0.radius = $1
            },
        ]
    }

    /// The keys of a zone, by which the manual and the example file are examined too.
    static let zoneKeys = zone(named: "NAME")

    private static func zoneKey(
        _ key: String, _ expected: String, _ range: ClosedRange<Double>, of zone: String,
        _ value: @escaping @Sendable (PrivacyZoneSection) -> Double?,
        _ set: @escaping @Sendable (inout PrivacyZoneSection, Double) -> Void
    ) -> SettingKey {
        // A radius may have its unit; no number ends in that letter.
        let unit = key == "radius" ? "m" : ""
        return SettingKey(
            section: "\(zoneSection) \(zone)", name: key, expected: expected,
            text: { settings in settings.zoneSections.first { $0.name == zone }.flatMap(value).map { $0.setting + unit }
            }
        ) { text, settings in
            let digits = !unit.isEmpty && text.hasSuffix(unit) ? String(text.dropLast()) : text
            guard let number = Double(digits), range.contains(number) else { return false }
            let index = settings.zoneSections.firstIndex { $0.name == zone } ?? settings.zoneSections.endIndex
            if index == settings.zoneSections.endIndex { settings.zoneSections.append(PrivacyZoneSection(name: zone)) }
            set(&settings.zoneSections[index], number)
            return true
        }
    }
}
