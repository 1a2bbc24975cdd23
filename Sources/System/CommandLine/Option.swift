/// An option of a program.
public struct Option: Sendable {
    /// The name after the two hyphens.
    public let name: String
    /// The letter after one hyphen; nil when there is none.
    public let letter: Unicode.Scalar?
    /// The placeholder of its value in the help, such as `FILE`; nil when it takes none.
    public let value: String?
    /// The candidates for its value.
    public let candidates: Candidates
    /// The value where none follows; nil when one is required.
    public let defaultValue: String?
    /// Its line in the help.
    public let help: String
    /// The setting of a configuration file that it sets; nil for none.
    public let setting: SettingName?

    /// Creates an option.
    public init(
        _ name: String, letter: Unicode.Scalar? = nil, value: String? = nil, _ candidates: Candidates = .unknown,
        defaultValue: String? = nil, help: String, setting: SettingName? = nil
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.candidates = candidates
        self.defaultValue = defaultValue
        self.help = help
        self.setting = setting
    }
}

extension Option {
    /// `--help`, of every program.
    public static let help = Option("help", letter: "h", help: "print this help and exit")
    /// `--version`, of every program.
    public static let version = Option("version", help: "print the version and exit")
    /// `--quiet`, of subcommands that report a change.
    public static let quiet = Option("quiet", letter: "q", help: "print no line about a change")
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

/// The possible values of an option or operand, for shell completion.
public enum Candidates: Sendable {
    /// Values that cannot be listed.
    case unknown
    /// One of these words, of letters, digits, dots and hyphens; computed on demand, since every start builds the tables.
    case words(@Sendable () -> [String])
    /// A file.
    case files
    /// A directory.
    case directories
    /// The name of an own place, as the program's `place list` prints it.
    case places

    /// The raw values of a choice.
    public static func each<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        of type: Choice.Type
    ) -> Candidates {
        .words { Choice.allCases.map(\.rawValue) }
    }
}
