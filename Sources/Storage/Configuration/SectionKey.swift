/// A section with a name, as read so far.
protocol NamedSection: Hashable, Sendable {
    /// The name in the heading.
    var name: String { get }

    /// Creates a section without values.
    init(name: String)
}

/// A setting of a named section: how its text is parsed and written.
struct SectionKey<Section: NamedSection>: Sendable {
    /// The name of the setting.
    let name: String
    /// The expected value, as the end of a message.
    let expected: String
    /// True if a value grants access, so that no message shows it.
    var isSecret = false
    /// The value as the file has it; nil if unset.
    let text: @Sendable (Section) -> String?
    /// Sets a value; returns false if it is invalid.
    let set: @Sendable (String, inout Section) -> Bool

    /// Returns the setting of the section of that name.
    ///
    /// - Parameters:
    ///   - heading: the heading before the name.
    ///   - name: the name of the section, which is created with its first value.
    ///   - path: the sections in the settings.
    /// - Returns: the setting.
    func setting(
        heading: String, of name: String, in path: any WritableKeyPath<Settings, [Section]> & Sendable
    ) -> SettingKey {
        SettingKey(
            section: "\(heading) \(name)", name: self.name, expected: expected, isSecret: isSecret,
            text: { settings in settings[keyPath: path].first { $0.name == name }.flatMap(text) }
        ) { value, settings in
            let index = settings[keyPath: path].firstIndex { $0.name == name } ?? settings[keyPath: path].endIndex
            if index == settings[keyPath: path].endIndex { settings[keyPath: path].append(Section(name: name)) }
            return set(value, &settings[keyPath: path][index])
        }
    }

    /// Returns the same setting of a section that contains this one.
    func inside<Outer: NamedSection>(_ path: any WritableKeyPath<Outer, Section> & Sendable) -> SectionKey<Outer> {
        SectionKey<Outer>(
            name: name, expected: expected, isSecret: isSecret, text: { text($0[keyPath: path]) },
            set: { set($0, &$1[keyPath: path]) })
    }

    /// A file by its full path.
    static func file(
        _ name: String, example: String, path: any WritableKeyPath<Section, String?> & Sendable
    ) -> SectionKey {
        let expected = "a file by its full path, such as \(example)"
        return SectionKey(name: name, expected: expected, text: { $0[keyPath: path] }) { text, section in
            section[keyPath: path] = text
            return text.isPrintableLine && text.hasPrefix("/")
        }
    }
}
