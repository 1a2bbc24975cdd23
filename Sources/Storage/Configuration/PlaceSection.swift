import Basics
import Location
import Places

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

extension SettingKey {
    /// What the heading of a place begins with; its name follows.
    static let placeSection = "place"

    /// The settings of the place of that name.
    static func place(named name: String) -> [SettingKey] {
        [
            degrees("latitude", "degrees north from -90 to 90", -90...90, of: name, \.latitude),
            degrees("longitude", "degrees east from -180 to 180", -180...180, of: name, \.longitude),
            radius(of: name), polygon(of: name), dwell(of: name),
        ]
    }

    /// The keys of a place, by which the manual and the example file are examined too.
    static let placeKeys = place(named: "NAME")

    private static func degrees(
        _ key: String, _ expected: String, _ range: ClosedRange<Double>, of place: String,
        _ path: any WritableKeyPath<PlaceSection, Double?> & Sendable
    ) -> SettingKey {
        placeKey(key, expected, of: place, { $0[keyPath: path]?.setting }) { text, section in
            guard let number = Double(text), range.contains(number) else { return false }
            section[keyPath: path] = number
            return true
        }
    }

    private static func radius(of place: String) -> SettingKey {
        let expected = "metres from 1 to 100000, such as 100m"
        return placeKey(
            "radius", expected, of: place, { ($0.radius ?? PlaceSection.defaultRadius).setting + "m" }
        ) { text, section in
            guard let metres = Double(distance: text), PlaceCircle.radiusRange.contains(metres) else { return false }
            section.radius = metres
            return true
        }
    }

    private static func polygon(of place: String) -> SettingKey {
        placeKey(
            "polygon", "a file by its full path, such as /etc/whereismy/harbour.geojson", of: place, \.polygon
        ) { text, section in
            section.polygon = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }

    private static func dwell(of place: String) -> SettingKey {
        placeKey(
            "dwell", "a time from 0 to 1h, such as 10s", of: place, { ($0.dwell ?? Place.defaultDwell).setting }
        ) { text, section in
            guard let time = Duration(setting: text, within: Place.dwellRange) else { return false }
            section.dwell = time
            return true
        }
    }

    private static func placeKey(
        _ key: String, _ expected: String, of place: String, _ text: @escaping @Sendable (PlaceSection) -> String?,
        _ set: @escaping @Sendable (String, inout PlaceSection) -> Bool
    ) -> SettingKey {
        SettingKey(
            section: "\(placeSection) \(place)", name: key, expected: expected,
            text: { $0.placeSections.first { $0.name == place }.flatMap(text) }
        ) { value, settings in
            let index = settings.placeSections.firstIndex { $0.name == place } ?? settings.placeSections.endIndex
            if index == settings.placeSections.endIndex { settings.placeSections.append(PlaceSection(name: place)) }
            return set(value, &settings.placeSections[index])
        }
    }
}
