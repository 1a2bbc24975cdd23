import Basics
import Location

/// An option of a program: what it is called, what follows it and what it is for.
public struct Option: Sendable {
    /// The name after the two hyphens.
    public let name: String
    /// The letter after one hyphen; nil when there is none.
    public let letter: Unicode.Scalar?
    /// What stands for its value in the help, such as `FILE`; nil when it takes none.
    public let value: String?
    /// What its value can be.
    public let candidates: Candidates
    /// What counts where no value follows; nil when one has to.
    public let defaultValue: String?
    /// What it is for, in a line of the help.
    public let help: String
    /// The setting it makes; nil when it makes none.
    let setting: SettingKey?

    /// Makes an option that makes no setting.
    public init(
        _ name: String, letter: Unicode.Scalar? = nil, value: String? = nil, _ candidates: Candidates = .unknown,
        defaultValue: String? = nil, help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.candidates = candidates
        self.defaultValue = defaultValue
        self.help = help
        self.setting = nil
    }

    init(
        _ name: String, value: String, _ candidates: Candidates = .unknown, help: String, setting: SettingKey
    ) {
        self.name = name
        self.letter = nil
        self.value = value
        self.candidates = candidates
        self.defaultValue = nil
        self.help = help
        self.setting = setting
    }
}

extension Option {
    /// `--help`, of every program.
    public static let help = Option("help", letter: "h", help: "say this and exit")
    /// `--version`, of every program.
    public static let version = Option("version", help: "say the version and exit")
    /// `--config`, of every program.
    public static let config = Option(
        "config", value: "FILE", .files, help: "read this file in place of /etc/whereismy/whereismy.conf")
    /// `--runtime-directory`, of every program.
    public static let runtimeDirectory = Option(
        "runtime-directory", value: "DIR", .directories, help: "where the report and the page are (/run/whereismy)",
        setting: .runtimeDirectory)
    /// `--state-directory`, of every program.
    public static let stateDirectory = Option(
        "state-directory", value: "DIR", .directories, help: "what outlives a restart (/var/lib/whereismy)",
        setting: .stateDirectory)

    /// `--platform`, of whatever decides about fixes.
    public static let platform = Option(
        "platform", value: "NAME", .each(of: Platform.self),
        help: "what carries it: pedestrian, road, rail, sea, air or any (any)", setting: .platform)

    /// What every program and subcommand takes that reads the configuration.
    public static let shared = [config, runtimeDirectory, stateDirectory]
}

/// What may stand where the value of an option or an operand does, as shells offer it.
public enum Candidates: Sendable {
    /// What nobody can list beforehand.
    case unknown
    /// One of these words: letters, digits and hyphens.
    ///
    /// They are gathered only when they are asked for, since every start of a program makes its tables.
    case words(@Sendable () -> [String])
    /// A file.
    case files
    /// A directory.
    case directories
    /// The name of one of the owner's places, as `whereismy place list` tells them.
    case places

    /// The words of a choice.
    public static func each<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        of type: Choice.Type
    ) -> Candidates {
        .words { Choice.allCases.map(\.rawValue) }
    }
}
