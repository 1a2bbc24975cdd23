extension SettingKey {
    /// The settings of `[places]`.
    static let places = [nearestWithin]

    private static let nearestWithin = SettingKey(
        section: "places", name: "nearest-within",
        expected: "a distance such as 500m or 20km, or 0 to look for no place",
        text: { "\($0.places.nearestWithin.setting)m" }
    ) { text, settings in
        guard let metres = Double(distance: text) else { return false }
        settings.places.nearestWithin = metres
        return true
    }
}
