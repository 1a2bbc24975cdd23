public import CommandLine

/// A setting: its places in the sources, and how its text is parsed and written.
public struct SettingKey<Root>: Sendable {
    /// The section of the configuration file; empty for a setting of sections with a name.
    public let section: String
    /// The name in that section.
    public let name: String
    /// The environment variable that systemd sets; nil for none.
    let environment: String?
    /// The expected value, as the end of a message.
    let expected: String
    /// True if a value grants access, so that no message shows it.
    let isSecret: Bool
    /// The value as the file has it; nil if unset.
    var text: @Sendable (Root) -> String?
    /// Sets a value; returns false if it is invalid.
    private let apply: @Sendable (String, inout Root) -> Bool

    /// Creates a setting that always has a value.
    ///
    /// - Parameters:
    ///   - name: the name in the section.
    ///   - section: the section.
    ///   - environment: the environment variable that systemd sets.
    ///   - path: the value in the settings.
    ///   - syntax: how it is written.
    public init<Value>(
        _ name: String, in section: String = "", environment: String? = nil,
        at path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value> & Sendable,
        as syntax: ValueSyntax<Value>
    ) {
        // A key path is an object, which takes time to make: only that of a setting in use.
        self.init(
            name, in: section, environment: environment, like: syntax, text: { syntax.text($0[keyPath: path()]) }
        ) { $1[keyPath: path()] = $0 }
    }

    /// Creates a setting without a default, or with one that follows from others.
    ///
    /// - Parameters:
    ///   - name: the name in the section.
    ///   - section: the section.
    ///   - path: the value in the settings.
    ///   - usual: returns the value where none is set; nil if there is none.
    ///   - syntax: how it is written.
    public init<Value>(
        _ name: String, in section: String = "",
        at path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value?> & Sendable,
        else usual: @escaping @Sendable (Root) -> Value? = { _ in nil }, as syntax: ValueSyntax<Value>
    ) {
        self.init(
            name, in: section, environment: nil, like: syntax,
            text: { ($0[keyPath: path()] ?? usual($0)).map(syntax.text) }
        ) { $1[keyPath: path()] = $0 }
    }

    private init<Value>(
        _ name: String, in section: String, environment: String?, like syntax: ValueSyntax<Value>,
        text: @escaping @Sendable (Root) -> String?, assign: @escaping @Sendable (Value, inout Root) -> Void
    ) {
        (self.section, self.name, self.environment) = (section, name, environment)
        (expected, isSecret, self.text) = (syntax.expected, syntax.isSecret, text)
        apply = { text, root in
            guard let value = syntax.parse(text) else { return false }
            assign(value, &root)
            return true
        }
    }

    private init<Inner>(
        _ key: SettingKey<Inner>, in section: String, text: @escaping @Sendable (Root) -> String?,
        change: @escaping @Sendable (inout Root, (inout Inner) -> Bool) -> Bool
    ) {
        (self.section, name, environment) = (section, key.name, key.environment)
        (expected, isSecret, self.text) = (key.expected, key.isSecret, text)
        apply = { text, root in change(&root) { key.apply(text, &$0) } }
    }

    /// Sets a value; returns what is wrong with it, nil if it is valid.
    func set(_ text: String, in settings: inout Root) -> String? {
        apply(text, &settings) ? nil : "\(isSecret ? "the value" : HiddenAddress.quoted(text)) is not \(expected)"
    }

    var qualifiedName: SettingName { SettingName(section: section, name: name) }

    /// Returns the same setting of settings that contain these.
    public func inside<Outer>(_ path: any WritableKeyPath<Outer, Root> & Sendable) -> SettingKey<Outer> {
        SettingKey<Outer>(self, in: section, text: { text($0[keyPath: path]) }) { $1(&$0[keyPath: path]) }
    }

    /// Returns the setting of the section of that name, which is created with its first value.
    func ofSection<Outer>(
        named name: String, in path: any WritableKeyPath<Outer, [Root]> & Sendable
    ) -> SettingKey<Outer> where Root: NamedSection {
        SettingKey<Outer>(
            self, in: "\(Root.heading) \(name)",
            text: { settings in settings[keyPath: path].first { $0.name == name }.flatMap(text) }
        ) { settings, change in
            let index = settings[keyPath: path].firstIndex { $0.name == name }
            if let index { return change(&settings[keyPath: path][index]) }
            var section = Root(name: name)
            guard change(&section) else { return false }
            settings[keyPath: path].append(section)
            return true
        }
    }
}
