import Basics
public import CommandLine

/// The settings and their origins.
public struct LoadedSettings<Root: FileSettings>: Hashable, Sendable {
    /// A setting as a file can have it.
    public struct Entry: Hashable, Sendable {
        /// The section and name.
        public let name: SettingName
        /// The value as a file has it; nil if unset.
        public let value: String?
        /// The origin of the value.
        public let origin: SettingOrigin
        /// True if the value grants access.
        var isSecret = false
    }

    /// The settings.
    public internal(set) var settings: Root
    /// The configuration files, in reading order.
    public internal(set) var files: [String] = []
    /// The issues, in reading order; the settings are without the invalid values.
    public internal(set) var issues: [ConfigurationError.Issue] = []
    /// The origins of settings other than defaults.
    var origins: [SettingName: SettingOrigin] = [:]
    /// The settings with an invalid value or a mistyped name, whose issues are reported.
    var rejected: Set<SettingName> = []

    init(_ settings: Root) {
        self.settings = settings
    }

    /// The origin of a setting's value.
    public func origin(of name: SettingName) -> SettingOrigin { origins[name] ?? .builtIn }

    /// All settings in the order of the manual, those of named sections last.
    public var entries: [Entry] {
        let named = Root.namedSections.flatMap { sections in sections.names(settings).flatMap(sections.keys) }
        return (Root.keys + named).map { key in
            let name = key.qualifiedName
            return Entry(name: name, value: key.text(settings), origin: origin(of: name), isSecret: key.isSecret)
        }
    }
}

extension LoadedSettings {
    /// Returns the issue of a setting, at its origin; nil without a message.
    public func fault(_ key: SettingKey<Root>, _ message: String?) -> ConfigurationError.Issue? {
        message.map { origin(of: key.qualifiedName).issue("\(key.name): \($0)") }
    }

    /// Returns the issue of each section at its first setting; `orBeyond` returns that of sections that are too many.
    public func sectionFaults<Section: NamedSection>(
        _ sections: [Section], orBeyond: (_ index: Int) -> String? = { _ in nil }
    ) -> [ConfigurationError.Issue] {
        sections.enumerated().compactMap { index, section in
            let origin = Section.keys.compactMap { origins[section.settingName($0.name)] }.first ?? .builtIn
            return (section.issue(except: rejectedKeys(of: section)) ?? orBeyond(index)).map { origin.issue($0) }
        }
    }

    /// The settings of a section whose own issues are reported.
    func rejectedKeys<Section: NamedSection>(of section: Section) -> Set<String> {
        Set(Section.keys.map(\.name).filter { rejected.contains(section.settingName($0)) })
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
    package func issue(_ message: String) -> ConfigurationError.Issue {
        switch self {
        case .file(let path, let line): .init(source: path, line: line, message: message)
        case .environment(let variable): .init(source: variable, message: message)
        case .builtIn, .commandLine: .init(source: description, message: message)
        }
    }
}
