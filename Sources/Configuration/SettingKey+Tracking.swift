import Location

extension SettingKey {
    /// The settings of `[tracking]`.
    static let tracking = [staleAfter, platform, maxAccuracy, allowSimulated]

    static let platform = SettingKey(
        section: "tracking", name: "platform", expected: "a platform: pedestrian, road, rail, sea, air or any"
    ) { text, settings in
        guard let platform = Platform(rawValue: text) else { return false }
        settings.platform = platform
        return true
    }

    private static let maxAccuracy = SettingKey(
        section: "tracking", name: "max-accuracy", expected: "a radius in metres such as 50 or 50m, or none"
    ) { text, settings in
        guard text != "none" else {
            settings.maxAccuracy = nil
            return true
        }
        guard let radius = Double(text.hasSuffix("m") ? String(text.dropLast()) : text), radius > 0, radius.isFinite
        else { return false }
        settings.maxAccuracy = radius
        return true
    }

    private static let allowSimulated = SettingKey(
        section: "tracking", name: "allow-simulated", expected: "yes or no"
    ) { text, settings in
        settings.allowsSimulated = text == "yes"
        return ["yes", "no"].contains(text)
    }
}
