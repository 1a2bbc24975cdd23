import Basics
import Location

/// The settings, and where each of them comes from.
public struct LoadedSettings: Hashable, Sendable {
    /// One setting, as far as it can be written into a file.
    public struct Entry: Hashable, Sendable {
        /// What it is called.
        public let name: SettingName
        /// Its value as a file has it; nil where there is none.
        public let value: String?
        /// Where the value comes from.
        public let origin: SettingOrigin
    }

    /// What the programs go by.
    public internal(set) var settings = Settings()
    /// The configuration files that were read, in their order.
    public internal(set) var files: [String] = []
    /// All that is wrong, in the order it was met; the settings are without it.
    public internal(set) var issues: [ConfigurationError.Issue] = []
    /// What is not here is as it is built in.
    var origins: [SettingName: SettingOrigin] = [:]

    /// Where a setting's value comes from.
    public func origin(of name: SettingName) -> SettingOrigin { origins[name] ?? .builtIn }

    /// Every setting in the order of the manual, those of sections with a name last.
    public var entries: [Entry] {
        let keys =
            SettingKey.all + settings.zoneSections.flatMap { SettingKey.zone(named: $0.name) }
            + settings.placeSections.flatMap { SettingKey.place(named: $0.name) }
            + settings.webhookSections.flatMap { SettingKey.webhook(named: $0.name) }
        return keys.map {
            Entry(name: $0.qualifiedName, value: $0.text(settings), origin: origin(of: $0.qualifiedName))
        }
    }
}

extension LoadedSettings {
    /// The settings as a configuration file that makes the same ones, with a comment on each where it comes from.
    public var text: String {
        // A path may be anything; a line end in it would begin a line of the file.
        let heads = files.map { "# read \(PrintableText.sanitized($0))\n" }
        return (heads.isEmpty ? ["# no file was read\n"] : heads).joined() + sections.map(text).joined()
    }

    /// The entries by their sections, in order.
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
        let line = "\(name.name) =\(value.isEmpty ? "" : " \(value)")\n"
        return "# \(PrintableText.sanitized("\(origin)"))\n\(canStandInFile ? "" : "#")\(line)"
    }

    /// Whether a file can have the value: an option or a variable may be what there is a comment or a cut line.
    private var canStandInFile: Bool {
        let document = INIDocument(Array("[\(name.section)]\n\(name.name) = \(value ?? "")\n".utf8))
        return document.issues.isEmpty && document.entries.map(\.value) == [value]
    }
}

/// Where a setting's value comes from.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Nothing says anything else.
    case builtIn
    /// A line of a configuration file, from 1.
    case file(String, line: Int)
    /// A variable of the environment.
    case environment(String)
    /// An option, by its name after the hyphens.
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

    /// A problem with the value, told where it comes from.
    func issue(_ message: String) -> ConfigurationError.Issue {
        switch self {
        case .file(let path, let line): .init(source: path, line: line, message: message)
        case .environment(let variable): .init(source: variable, message: message)
        case .builtIn, .commandLine: .init(source: description, message: message)
        }
    }
}

/// What a setting is called in a configuration file.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// What stands between the brackets, such as `tracking` or `privacy-zone home`.
    public let section: String
    /// The name before the equals sign.
    public let name: String

    /// Makes a name from its parts.
    public init(section: String, name: String) {
        self.section = section
        self.name = name
    }

    /// Both, as messages have it: `[tracking] platform`.
    public var description: String { "[\(section)] \(name)" }
}
