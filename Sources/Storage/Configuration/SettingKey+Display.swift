import Location

extension SettingKey {
    /// The settings of `[display]`.
    static let display = [coordinates, units]

    static let coordinates = choice(
        "coordinates", expected: "a form of coordinates: dd, ddm, dms or utm", path: \.display.coordinates)

    static let units = choice(
        "units", expected: "a system of units: metric, imperial or nautical", path: \.display.units)

    private static func choice<Choice: RawRepresentable<String> & SendableMetatype>(
        _ name: String, expected: String, path: any WritableKeyPath<Settings, Choice> & Sendable
    ) -> SettingKey {
        SettingKey(section: "display", name: name, expected: expected, text: { $0[keyPath: path].rawValue }) {
            text, settings in
            guard let choice = Choice(rawValue: text) else { return false }
            settings[keyPath: path] = choice
            return true
        }
    }
}
