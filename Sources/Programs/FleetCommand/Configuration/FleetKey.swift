import Basics
import Configuration
import FleetCollector

/// A setting of `fleet.conf`: its place, and how its text is parsed and written.
struct FleetKey: Sendable {
    /// The section.
    let section: String
    /// The name in that section.
    let name: String
    /// The expected value, as the end of a message.
    let expected: String
    /// True if a value grants access, so that no message shows it.
    var isSecret = false
    /// The value as the file has it; nil if unset.
    let text: @Sendable (FleetSettings) -> String?
    /// Sets a value; returns false if it is invalid.
    let apply: @Sendable (String, inout FleetSettings) -> Bool

    /// Sets a value; returns what is wrong with it, nil if it is valid.
    func set(_ text: String, in settings: inout FleetSettings) -> String? {
        var changed = settings
        guard apply(text, &changed) else {
            return "\(name): \(isSecret ? "the value" : text.debugDescription) is not \(expected)"
        }
        settings = changed
        return nil
    }
}

extension FleetKey {
    /// The heading of a webhook, before its name.
    static let webhookHeading = "webhook"

    /// All settings except those of webhooks, in the order of the manual.
    static let all: [FleetKey] = database + mqtt + http + map + limits

    /// The names of all sections.
    static let sections = ["database", "mqtt", "http", "map", "limits", webhookHeading]

    /// Finds a setting.
    ///
    /// - Returns: the setting, or why there is none and what may be meant.
    static func find(section: String, name: String) -> Result<FleetKey, UnknownKeyError> {
        let siblings: [FleetKey]
        let words = section.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if words.first == webhookHeading {
            guard words.count == 2, words[1].utf8.count <= 35 else {
                return .failure(UnknownKeyError(description: "[\(section)] needs one name, such as [webhook alerts]"))
            }
            siblings = webhook(named: words[1])
        } else {
            siblings = all.filter { $0.section == section }
        }
        if let key = siblings.first(where: { $0.name == name }) { return .success(key) }
        guard !siblings.isEmpty || section.isEmpty else {
            return .failure(
                UnknownKeyError(description: "unknown section [\(section)], \(sections.hint(for: section))"))
        }
        if let other = all.first(where: { $0.name == name }) {
            let place = section.isEmpty ? "before any section" : "in [\(section)]"
            return .failure(
                UnknownKeyError(description: "\(name) is \(place) but belongs in [\(other.section)]"))
        }
        let names = (siblings.isEmpty ? all : siblings).map(\.name)
        return .failure(
            UnknownKeyError(description: "unknown key \(name) in [\(section)], \(names.hint(for: name))"))
    }
}

/// An unknown section or key, with a message that suggests a fix.
struct UnknownKeyError: Error, CustomStringConvertible {
    let description: String
}

extension FleetKey {
    /// A setting that the daemon has too.
    init(_ key: SettingKey) {
        self.init(
            section: key.section, name: key.name, expected: key.expected, isSecret: key.isSecret,
            text: { key.text($0.shared) }, apply: { key.apply($0, &$1.shared) })
    }

    /// A file by its full path.
    static func file(
        section: String, name: String, example: String, path: any WritableKeyPath<FleetSettings, String?> & Sendable
    ) -> FleetKey {
        FleetKey(
            section: section, name: name, expected: "a file by its full path, such as \(example)",
            text: { $0[keyPath: path] }
        ) { text, settings in
            settings[keyPath: path] = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }

    /// A setting of yes or no.
    static func flag(
        section: String, name: String, path: any WritableKeyPath<FleetSettings, Bool> & Sendable
    ) -> FleetKey {
        FleetKey(section: section, name: name, expected: "yes or no", text: { $0[keyPath: path] ? "yes" : "no" }) {
            text, settings in
            settings[keyPath: path] = text == "yes"
            return ["yes", "no"].contains(text)
        }
    }

    /// A whole number within a range.
    static func number(
        section: String, name: String, within range: ClosedRange<Int>,
        path: any WritableKeyPath<FleetSettings, Int> & Sendable
    ) -> FleetKey {
        FleetKey(
            section: section, name: name, expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            text: { "\($0[keyPath: path])" }
        ) { text, settings in
            guard let number = Int(text), range.contains(number) else { return false }
            settings[keyPath: path] = number
            return true
        }
    }

    /// A time within a range of seconds.
    static func time(
        section: String, name: String, within seconds: ClosedRange<Double>, expected: String,
        path: any WritableKeyPath<FleetSettings, Duration> & Sendable
    ) -> FleetKey {
        FleetKey(
            section: section, name: name, expected: "a time from \(expected)", text: { $0[keyPath: path].setting }
        ) { text, settings in
            guard let time = Duration(setting: text, within: seconds) else { return false }
            settings[keyPath: path] = time
            return true
        }
    }
}
