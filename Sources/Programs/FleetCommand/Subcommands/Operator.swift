import Basics
import Configuration
import FleetCollector
import FleetProtocol
import FleetStore
import PostgreSQL
import Queries

/// What the operator's subcommands have in common: the connection, and their operands.
enum Operator {
    /// The limit for a statement, which may rewrite many rows.
    static let statementTimeout = Duration.seconds(300)

    /// Connects in the role of a collector.
    ///
    /// - Throws: an error of the configuration; `PostgresError`.
    static func connect(_ options: ParsedOptions, in context: OperatorContext) throws -> PostgresConnection {
        let settings = try FleetConfiguration.settings(options, in: context)
        return try FleetDatabase.connect(settings.collector.database, statementTimeout: statementTimeout)
    }

    /// Connects to change devices, people and access.
    ///
    /// - Throws: an error of the configuration; `PostgresError`.
    static func administration(_ options: ParsedOptions, in context: OperatorContext) throws -> FleetAdministration {
        FleetAdministration(try connect(options, in: context), actor: "command")
    }

    /// Parses the name of a device.
    ///
    /// - Throws: `UsageError` if it is none.
    static func device(_ text: String) throws(UsageError) -> DeviceName {
        guard let name = DeviceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is not the name of a device: 1 to 64 of A-Z a-z 0-9 . _ -, "
                    + "beginning with a letter or digit")
        }
        return name
    }

    /// Parses a role given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` listing the roles.
    static func role(of option: Option, _ options: ParsedOptions) throws(UsageError) -> TeamRole? {
        guard let text = options.value(of: option) else { return nil }
        guard let role = TeamRole(name: text) else {
            let hint = TeamRole.allCases.map(\.name).hint(for: text)
            throw UsageError("--\(option.name): unknown value \(text.debugDescription), \(hint)")
        }
        return role
    }

    /// Parses a time given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` listing the accepted forms.
    static func moment(
        of option: Option, _ options: ParsedOptions, in context: OperatorContext
    ) throws(UsageError) -> Timestamp? {
        guard let text = options.value(of: option) else { return nil }
        do throws(TimePhraseError) {
            guard let moment = try TimePhrase(text).moment(now: context.now(), clock: context.clock) else {
                throw TimePhraseError(text, .impossible)
            }
            return moment
        } catch {
            throw UsageError("--\(option.name): \(error)")
        }
    }

    /// Parses a duration given with an option; nil without the option.
    ///
    /// - Throws: `UsageError`.
    static func duration(of option: Option, _ options: ParsedOptions) throws(UsageError) -> Duration? {
        guard let text = options.value(of: option) else { return nil }
        guard let time = Duration(setting: text, within: 1...31_536_000) else {
            throw UsageError("--\(option.name): \(text.debugDescription) is not a time such as 90s, 15min, 2h or 3d")
        }
        return time
    }

    /// The age of a time for people, such as `3 min`; `never` for nil.
    static func age(_ time: Timestamp?, at now: Timestamp) -> String {
        guard let time else { return "never" }
        let seconds = max(0, (now - time).components.seconds)
        switch seconds {
        case ..<120: return "\(seconds) s ago"
        case ..<7200: return "\(seconds / 60) min ago"
        case ..<172_800: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) d ago"
        }
    }
}
