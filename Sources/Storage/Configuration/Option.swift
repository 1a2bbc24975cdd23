import Basics
import Location

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
    /// The setting it sets; nil for none.
    let setting: SettingKey?

    /// Creates an option that sets no setting.
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
    public static let help = Option("help", letter: "h", help: "print this help and exit")
    /// `--version`, of every program.
    public static let version = Option("version", help: "print the version and exit")
    /// `--config`, of every program.
    public static let config = Option(
        "config", value: "FILE", .files, help: "read this file in place of /etc/whereismy/whereismy.conf")
    /// `--runtime-directory`, of every program.
    public static let runtimeDirectory = Option(
        "runtime-directory", value: "DIR", .directories, help: "directory of the report and the page (/run/whereismy)",
        setting: .runtimeDirectory)
    /// `--state-directory`, of every program.
    public static let stateDirectory = Option(
        "state-directory", value: "DIR", .directories, help: "directory of persistent data (/var/lib/whereismy)",
        setting: .stateDirectory)

    /// `--platform`, of programs that track.
    public static let platform = Option(
        "platform", value: "NAME", .each(of: Platform.self),
        help: "platform: pedestrian, road, rail, sea, air or any (any)", setting: .platform)

    /// `--coordinates`, of subcommands that print positions.
    public static let coordinates = Option(
        "coordinates", value: "FORMAT", .each(of: CoordinateFormat.self), help: "dd, ddm, dms or utm (dd)",
        setting: .coordinates)
    /// `--units`, of subcommands that print lengths.
    public static let units = Option(
        "units", value: "SYSTEM", .each(of: UnitSystem.self), help: "metric, imperial or nautical (metric)",
        setting: .units)
    /// The options of all subcommands that print positions and lengths for people.
    public static let display = [coordinates, units]

    /// The options of all programs and subcommands that read the configuration.
    public static let shared = [config, runtimeDirectory, stateDirectory]
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
    /// The name of an own place, as `whereismy place list` prints it.
    case places

    /// The raw values of a choice.
    public static func each<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        of type: Choice.Type
    ) -> Candidates {
        .words { Choice.allCases.map(\.rawValue) }
    }
}
