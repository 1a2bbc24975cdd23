import Basics
import CommandLine
import Configuration
import FleetCollector
import FleetProtocol
import FleetStore
import PostgreSQL
import Queries

extension OperatorContext {
    /// The limit for a statement, which may rewrite many rows.
    static let statementTimeout = Duration.seconds(300)

    /// Loads the settings.
    ///
    /// - Throws: `ConfigurationError` with all issues.
    func settings(_ options: ParsedOptions) throws -> FleetSettings {
        try options.settings(of: FleetSettings.self, environment: environment, files: files)
    }

    /// Connects in the role of a collector.
    ///
    /// - Throws: an error of the configuration; `PostgresError`.
    func connect(_ options: ParsedOptions) throws -> PostgresConnection {
        let database = try settings(options).collector.database
        return try FleetDatabase.connect(database, statementTimeout: Self.statementTimeout)
    }

    /// Connects to change devices, people and access.
    ///
    /// - Throws: an error of the configuration; `PostgresError`.
    func administration(_ options: ParsedOptions) throws -> FleetAdministration {
        FleetAdministration(try connect(options), actor: "command")
    }

    /// Returns the time given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` listing the accepted forms.
    func moment(of option: Option, in options: ParsedOptions) throws(UsageError) -> Timestamp? {
        try options.value(of: option) { text throws(TimePhraseError) in
            try TimePhrase.moment(text, now: now(), clock: clock)
        }
    }

    /// Formats a time in the user's time zone, to the second, with the zone.
    func localTime(_ moment: Timestamp) -> String { LocalTimeText.text(moment, clock: clock) }

    /// The age of a time for people, such as `3 min ago`; `never` for nil.
    func age(_ time: Timestamp?) -> String {
        guard let time else { return "never" }
        let seconds = max(0, (now() - time).components.seconds)
        switch seconds {
        case ..<120: return "\(seconds) s ago"
        case ..<7200: return "\(seconds / 60) min ago"
        case ..<172_800: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) d ago"
        }
    }
}

extension DeviceName {
    /// Parses the name of a device.
    ///
    /// - Throws: `UsageError` if it is none.
    init(operand text: String) throws(UsageError) {
        guard let name = DeviceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is not the name of a device: 1 to 64 of A-Z a-z 0-9 . _ -, "
                    + "beginning with a letter or digit")
        }
        self = name
    }
}

extension ParsedOptions {
    /// Parses a role given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` listing the roles.
    func role(of option: Option) throws(UsageError) -> TeamRole? {
        guard let text = value(of: option) else { return nil }
        guard let role = TeamRole(name: text) else {
            let hint = TeamRole.allCases.map(\.name).hint(for: text)
            throw UsageError("--\(option.name): unknown value \(text.debugDescription), \(hint)")
        }
        return role
    }
}

extension ValueSyntax<Duration> {
    /// A time from a second to a year.
    static var span: ValueSyntax { .time("a time such as 90s, 15min, 2h or 3d", within: 1...31_536_000) }
}
