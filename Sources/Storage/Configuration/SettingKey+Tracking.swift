import Basics
import Location

extension SettingKey {
    /// The settings of `[tracking]`.
    static let tracking = [staleAfter, platform, maxAccuracy, allowSimulated]

    static let platform = SettingKey(
        section: "tracking", name: "platform", expected: "a platform: pedestrian, road, rail, sea, air or any",
        text: { $0.platform.rawValue }
    ) { text, settings in
        guard let platform = Platform(rawValue: text) else { return false }
        settings.platform = platform
        return true
    }

    private static let maxAccuracy = SettingKey(
        section: "tracking", name: "max-accuracy", expected: "a radius in metres such as 50 or 50m, or none",
        text: { $0.maxAccuracy.map { "\($0.setting)m" } ?? "none" }
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

    private static let allowSimulated = flag("tracking", "allow-simulated", \.allowsSimulated)
}

extension Double {
    /// The number as it is written in the file: read again it is the same.
    var setting: String { Int(exactly: self).map(String.init) ?? description }
}
