import Basics
import Location

/// One setting: where it can be made, and how its text is read and written.
struct SettingKey: Sendable {
    /// The section of the configuration file.
    let section: String
    /// The name in that section.
    let name: String
    /// The variable that systemd sets; nil when there is none.
    var environment: String?
    /// What a value must be, to end a sentence with.
    let expected: String
    /// Whether a value may let in whoever has it, and no message shows it.
    var isSecret = false
    /// A setting's value as it is written in the file; nil where there is none.
    let text: @Sendable (Settings) -> String?
    /// Puts a value into the settings; false when it makes no sense.
    let apply: @Sendable (String, inout Settings) -> Bool

    /// Puts a value into the settings; the answer is what is wrong with it, nil when it is right.
    func set(_ text: String, in settings: inout Settings) -> String? {
        apply(text, &settings) ? nil : "\(isSecret ? "what is said" : text.debugDescription) is not \(expected)"
    }

    /// What it is called, whichever file it stands in.
    var qualifiedName: SettingName { SettingName(section: section, name: name) }

    /// A setting that is yes or no.
    static func flag(
        _ section: String, _ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable
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
        settings.device = text
        return text.isOneWord
    }

    static let staleAfter = SettingKey(
        section: "tracking", name: "stale-after", expected: "a time such as 500ms, 10s, 2m or 1h",
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

    private static let logPositions = flag("journal", "log-positions", \.logsPositions)

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

    /// Every setting of the configuration file but those of sections with a name.
    static let all =
        [gpsdAddress, gpsdDevice] + tracking + history + http + map + places
        + [pageTemplate, logPositions, runtimeDirectory, stateDirectory]
}

extension String {
    /// Whether there is something, and nothing that would end a C string or a line.
    var isPrintableLine: Bool { !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }

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
