import Basics
import Location
import Places

/// The section `[place NAME]` as read so far.
struct PlaceSection: Hashable, Sendable {
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

    /// Returns the issue with a missing or contradictory key; nil for none.
    ///
    /// - Parameter reported: the keys whose own issues are reported, so that they are not also missing.
    /// - Returns: the message.
    func issue(except reported: Set<String>) -> String? {
        let heading = "[\(SettingKey.placeSection) \(name)]"
        if polygon != nil {
            let odd = latitude != nil || longitude != nil || radius != nil
            return odd ? "\(heading) has both a polygon and a circle; fix: remove one" : nil
        }
        let missing = ["latitude": latitude, "longitude": longitude].filter { $0.value == nil }.keys
        guard !reported.contains("polygon"), let missing = missing.sorted().first(where: { !reported.contains($0) })
        else { return nil }
        return "\(heading) lacks \(missing): it needs latitude and longitude in degrees, or a polygon"
    }
}

extension SettingKey {
    /// The heading of a place, before its name.
    static let placeSection = "place"

    /// The settings of a place.
    static func place(named name: String) -> [SettingKey] {
        [
            degrees("latitude", expected: "degrees north from -90 to 90", range: -90...90, of: name, path: \.latitude),
            degrees(
                "longitude", expected: "degrees east from -180 to 180", range: -180...180, of: name, path: \.longitude),
            radius(of: name), polygon(of: name), dwell(of: name),
        ]
    }

    /// The keys of a place, also for tests of the manual and the example file.
    static let placeKeys = place(named: "NAME")

    private static func degrees(
        _ key: String, expected: String, range: ClosedRange<Double>, of place: String,
        path: any WritableKeyPath<PlaceSection, Double?> & Sendable
    ) -> SettingKey {
        placeKey(key, expected: expected, of: place, text: { $0[keyPath: path]?.setting }) { text, section in
            guard let number = Double(text), range.contains(number) else { return false }
            section[keyPath: path] = number
            return true
        }
    }

    private static func radius(of place: String) -> SettingKey {
        let expected = "a distance from 1m to 100km, such as 100m"
        return placeKey(
            "radius", expected: expected, of: place, text: { ($0.radius ?? PlaceSection.defaultRadius).setting + "m" }
        ) { text, section in
            guard let metres = Double(distance: text), PlaceCircle.radiusRange.contains(metres) else { return false }
            section.radius = metres
            return true
        }
    }

    private static func polygon(of place: String) -> SettingKey {
        placeKey(
            "polygon", expected: "a file by its full path, such as /etc/whereismy/harbour.geojson", of: place,
            text: \.polygon
        ) { text, section in
            section.polygon = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }

    private static func dwell(of place: String) -> SettingKey {
        placeKey(
            "dwell", expected: "a time from 0 to 1h, such as 10s", of: place,
            text: { ($0.dwell ?? Place.defaultDwell).setting }
        ) { text, section in
            guard let time = Duration(setting: text, within: Place.dwellRange) else { return false }
            section.dwell = time
            return true
        }
    }

    private static func placeKey(
        _ key: String, expected: String, of place: String, text: @escaping @Sendable (PlaceSection) -> String?,
        set: @escaping @Sendable (String, inout PlaceSection) -> Bool
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
