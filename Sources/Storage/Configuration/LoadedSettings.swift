import Basics
import Location

/// The settings and their origins.
public struct LoadedSettings: Hashable, Sendable {
    /// A setting as a file can have it.
    public struct Entry: Hashable, Sendable {
        /// The section and name.
        public let name: SettingName
        /// The value as a file has it; nil if unset.
        public let value: String?
        /// The origin of the value.
        public let origin: SettingOrigin
    }

    /// The settings.
    public internal(set) var settings = Settings()
    /// The configuration files, in reading order.
    public internal(set) var files: [String] = []
    /// The issues, in reading order; the settings are without the invalid values.
    public internal(set) var issues: [ConfigurationError.Issue] = []
    /// The origins of settings other than defaults.
    var origins: [SettingName: SettingOrigin] = [:]
    /// The settings with an invalid value or a mistyped name, whose issues are reported.
    var rejected: Set<SettingName> = []

    /// The origin of a setting's value.
    public func origin(of name: SettingName) -> SettingOrigin { origins[name] ?? .builtIn }

    /// All settings in the order of the manual, those of named sections last.
    public var entries: [Entry] {
        let keys =
            SettingKey.all + settings.zoneSections.flatMap { SettingKey.zone(named: $0.name) }
            + settings.placeSections.flatMap { SettingKey.place(named: $0.name) }
            + settings.webhookSections.flatMap { SettingKey.webhook(named: $0.name) }
            + settings.publishSections.flatMap { SettingKey.publish(named: $0.name) }
        return keys.map {
            Entry(name: $0.qualifiedName, value: $0.text(settings), origin: origin(of: $0.qualifiedName))
        }
    }
}

extension LoadedSettings {
    /// The settings as a configuration file that reproduces them, with the origin of each as a comment.
    ///
    /// Addresses that grant access are comments too, without the parts that do.
    public var text: String {
        // A line end in a path would begin a line of the file.
        let heads = files.map { "# read \(PrintableText.sanitized($0))\n" }
        return (heads.isEmpty ? ["# no file was read\n"] : heads).joined() + sections.map(text).joined()
    }

    /// The entries grouped by section, in order.
    private var sections: [[Entry]] {
        entries.reduce(into: []) { sections, entry in
            if sections.last?.first?.name.section == entry.name.section {
                sections[sections.count - 1].append(entry)
            } else {
                sections.append([entry])
            }
        }
    }

    private func text(_ section: [Entry]) -> String {
        let heading = section.first.map { "\n[\($0.name.section)]\n" } ?? ""
        return heading + section.map(\.text).joined()
    }
}

extension LoadedSettings.Entry {
    fileprivate var text: String {
        guard let value else { return "# not set\n#\(name.name) =\n" }
        let shown = shownValue ?? value
        let line = "\(name.name) =\(shown.isEmpty ? "" : " \(shown)")\n"
        let isComment = shown != value || !isWritableToFile
        return "# \(PrintableText.sanitized("\(origin)"))\n\(isComment ? "#" : "")\(line)"
    }

    /// True if a file can contain the value; one of an option or variable may read as a comment or be truncated there.
    private var isWritableToFile: Bool {
        let document = INIDocument(Array("[\(name.section)]\n\(name.name) = \(value ?? "")\n".utf8))
        return document.issues.isEmpty && document.entries.map(\.value) == [value]
    }
}

/// The origin of a setting's value.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The default.
    case builtIn
    /// A line of a configuration file, from 1.
    case file(String, line: Int)
    /// An environment variable.
    case environment(String)
    /// A command-line option, by its name after the hyphens.
    case commandLine(option: String)

    /// For people: `default`, `file:line`, `$VARIABLE` or `--option`.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): "$\(variable)"
        case .commandLine(let option): "--\(option)"
        }
    }

    /// An issue with the value, at its origin.
    func issue(_ message: String) -> ConfigurationError.Issue {
        switch self {
        case .file(let path, let line): .init(source: path, line: line, message: message)
        case .environment(let variable): .init(source: variable, message: message)
        case .builtIn, .commandLine: .init(source: description, message: message)
        }
    }
}

/// The section and name of a setting.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// The section, such as `tracking` or `privacy-zone home`.
    public let section: String
    /// The key before the equals sign.
    public let name: String

    /// Creates a name.
    public init(section: String, name: String) {
        self.section = section
        self.name = name
    }

    /// Both, as in messages: `[tracking] platform`.
    public var description: String { "[\(section)] \(name)" }
}
