import CommandLine

/// Settings that configuration files set.
public protocol FileSettings: Hashable, Sendable {
    /// The name of the file in the directory of the configuration.
    static var fileName: String { get }

    /// All settings except those of sections with a name, in the order of the manual.
    static var keys: [SettingKey<Self>] { get }

    /// The sections with a name, in the order of the manual.
    static var namedSections: [NamedSections<Self>] { get }

    /// The directory of the configuration.
    var configurationDirectory: String { get }

    /// The defaults, with the directories that systemd names in the environment.
    init(environment: [String: String])

    /// The issues of valid settings that contradict each other.
    static func conflicts(in loaded: LoadedSettings<Self>) -> [ConfigurationError.Issue]
}

/// A section with a name, as read so far.
public protocol NamedSection: Hashable, Sendable {
    /// The word before the name in the heading.
    static var heading: String { get }

    /// The settings, in the order of the manual.
    static var keys: [SettingKey<Self>] { get }

    /// The name in the heading.
    var name: String { get }

    /// Creates a section without values.
    init(name: String)

    /// Returns the message about a missing or contradictory key, but for the `reported` keys, whose own issues are
    /// known; nil for none.
    func issue(except reported: Set<String>) -> String?
}

extension NamedSection {
    /// No issue.
    public func issue(except reported: Set<String>) -> String? { nil }

    /// The heading as messages have it: `[place home]`.
    public var title: String { "[\(Self.heading) \(name)]" }

    func settingName(_ key: String) -> SettingName { SettingName(section: "\(Self.heading) \(name)", name: key) }
}

/// The sections with the same word before their names, such as `[place home]` and `[place work]`.
public struct NamedSections<Root>: Sendable {
    /// The word before the names.
    let heading: String
    /// The heading in a list of all that are known.
    let hint: String
    /// The settings of the section of a name.
    let keys: @Sendable (_ name: String) -> [SettingKey<Root>]
    /// The names that the settings have, in their order.
    let names: @Sendable (Root) -> [String]
    /// Returns the name in a heading; throws if it is invalid.
    let check: @Sendable (_ name: String, _ section: String) throws(UnknownSettingError) -> String

    /// Creates the sections at a path; `hint` is the heading in a list of all that are known, and `check` returns the
    /// name in a heading, also given whole, or throws if it is invalid.
    public init<Section: NamedSection>(
        at path: any WritableKeyPath<Root, [Section]> & Sendable, hint: String,
        check: @escaping @Sendable (_ name: String, _ section: String) throws(UnknownSettingError) -> String
    ) {
        heading = Section.heading
        self.hint = hint
        keys = { name in Section.keys.map { $0.ofSection(named: name, in: path) } }
        names = { $0[keyPath: path].map(\.name) }
        self.check = check
    }
}

/// An unknown section or key, with a message that suggests a fix.
public struct UnknownSettingError: Error {
    let message: String
    /// The key that a mistyped one probably stands for; nil if unknown.
    var meant: SettingName?

    /// Creates an error from a message.
    public init(_ message: String) {
        self.message = message
    }
}

extension FileSettings {
    static func key(named name: String, in section: String) throws(UnknownSettingError) -> SettingKey<Self> {
        let siblings = try named(in: section) ?? keys.filter { $0.section == section }
        if let key = siblings.first(where: { $0.name == name }) { return key }
        guard !siblings.isEmpty || section.isEmpty else {
            let sections = Set(keys.map(\.section)).union(namedSections.map(\.hint))
            throw UnknownSettingError("unknown section [\(section)], \(sections.hint(for: section))")
        }
        if let elsewhere = keys.first(where: { $0.name == name }) {
            let place = section.isEmpty ? "before any section" : "in [\(section)]"
            throw UnknownSettingError("\(name) is \(place) but belongs in [\(elsewhere.section)]")
        }
        let names = siblings.map(\.name)
        let hint = (names.isEmpty ? keys.map(\.name) : names).hint(for: name)
        var error = UnknownSettingError("unknown key \(name) in [\(section)], \(hint)")
        error.meant = names.nearest(to: name).flatMap { near in siblings.first { $0.name == near } }?.qualifiedName
        throw error
    }

    /// The settings of a section with a name; nil for another heading.
    private static func named(in section: String) throws(UnknownSettingError) -> [SettingKey<Self>]? {
        let words = section.split(separator: " ", omittingEmptySubsequences: true)
        guard let sections = namedSections.first(where: { $0.heading == words.first ?? "" }) else { return nil }
        return sections.keys(try sections.check(words.dropFirst().joined(separator: " "), section))
    }
}
