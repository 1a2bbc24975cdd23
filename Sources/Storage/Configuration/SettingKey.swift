import Basics
import Location

/// A setting: its places in the sources, and how its text is parsed and written.
package struct SettingKey: Sendable {
    /// The section of the configuration file.
    package let section: String
    /// The name in that section.
    package let name: String
    /// The environment variable that systemd sets; nil for none.
    var environment: String?
    /// The expected value, as the end of a message.
    package let expected: String
    /// True if a value grants access, so that no message shows it.
    package var isSecret = false
    /// The value as the file has it; nil if unset.
    package let text: @Sendable (Settings) -> String?
    /// Sets a value; returns false if it is invalid.
    package let apply: @Sendable (String, inout Settings) -> Bool

    /// Sets a value; returns what is wrong with it, nil if it is valid.
    func set(_ text: String, in settings: inout Settings) -> String? {
        apply(text, &settings) ? nil : "\(isSecret ? "the value" : text.debugDescription) is not \(expected)"
    }

    /// The section and name.
    var qualifiedName: SettingName { SettingName(section: section, name: name) }

    /// A setting of yes or no.
    static func flag(
        section: String, name: String, path: any WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingKey {
        SettingKey(
            section: section, name: name, expected: "yes or no", text: { $0[keyPath: path] ? "yes" : "no" }
        ) { text, settings in
            settings[keyPath: path] = text == "yes"
            return ["yes", "no"].contains(text)
        }
    }
}

extension SettingKey {
    static let gpsdAddress = SettingKey(
        section: "gpsd", name: "address", expected: "an address such as localhost:2947 or [::1]:2947",
        text: { $0.gpsd.description }
    ) { text, settings in
        guard let address = GPSDAddress(text) else { return false }
        settings.gpsd = address
        return true
    }

    static let gpsdDevice = SettingKey(
        section: "gpsd", name: "device", expected: "a receiver such as /dev/ttyUSB0", text: { $0.device }
    ) { text, settings in
        // The devices of gpsd have no credentials either, once they are parsed.
        settings.device = DevicePath.printable(text)
        return text.isOneWord
    }

    static let staleAfter = SettingKey(
        section: "tracking", name: "stale-after", expected: "a time such as 500ms, 10s, 2min or 1h",
        text: { $0.staleAfter.setting }
    ) { text, settings in
        guard let time = Duration(setting: text) else { return false }
        settings.staleAfter = time
        return true
    }

    static let pageTemplate = SettingKey(
        section: "page", name: "template", expected: "a bare file name such as current-location.html",
        text: { $0.pageTemplate }
    ) { text, settings in
        settings.pageTemplate = text
        return text.isPrintableLine && !text.contains("/") && text != "." && text != ".."
    }

    private static let logPositions = flag(section: "journal", name: "log-positions", path: \.logsPositions)

    static let runtimeDirectory = SettingKey(
        section: "paths", name: "runtime-directory", environment: "RUNTIME_DIRECTORY",
        expected: "a directory such as /run/whereismy", text: { $0.runtimeDirectory }
    ) { text, settings in
        settings.runtimeDirectory = text
        return text.isPrintableLine
    }

    static let stateDirectory = SettingKey(
        section: "paths", name: "state-directory", environment: "STATE_DIRECTORY",
        expected: "a directory such as /var/lib/whereismy", text: { $0.stateDirectory }
    ) { text, settings in
        settings.stateDirectory = text
        return text.isPrintableLine
    }

    /// All settings except those of named sections.
    static let all: [SettingKey] = [
        [gpsdAddress, gpsdDevice], tracking, history, http, map, places, display,
        [pageTemplate, logPositions, runtimeDirectory, stateDirectory],
    ].flatMap { $0 }
}

extension String {
    /// True if it is not empty and has no byte that ends a C string or a line.
    package var isPrintableLine: Bool { !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }

    fileprivate var isOneWord: Bool { isPrintableLine && !contains(" ") }
}

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
        section: "tracking", name: "max-accuracy", expected: "a radius such as 50m or 150ft, or none",
        text: { $0.maxAccuracy.map { "\($0.setting)m" } ?? "none" }
    ) { text, settings in
        guard text != "none" else {
            settings.maxAccuracy = nil
            return true
        }
        guard let radius = Double(metres: text), radius > 0 else { return false }
        settings.maxAccuracy = radius
        return true
    }

    private static let allowSimulated = flag(section: "tracking", name: "allow-simulated", path: \.allowsSimulated)
}

extension Double {
    /// The number as the file has it; parsing it returns the same number.
    var setting: String { Int(exactly: self).map(String.init) ?? description }
}
