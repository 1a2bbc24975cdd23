import Basics
import CommandLine
import FleetProtocol
import FleetStore
import JSON
import PostgreSQL

/// `whereismy-fleet status`: the fleet in a few lines.
enum FleetStatusCommand: Subcommand {
    static let name = "status"

    static let table = OptionTable(
        usage: "whereismy-fleet status [OPTION]...",
        summary: "Print how many devices are live, stale and silent, and what the database holds.",
        options: [OutputFormat.option] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let connection = try context.connect(options)
        let devices = try FleetAdministration(connection, actor: "command").devices(at: context.now())
        let counts = DeviceState.allCases.map { state in
            (state.rawValue, devices.count { !$0.isDisabled && $0.state == state })
        }
        let waiting = devices.reduce(0) { $0 + ($1.status?.waiting ?? 0) }
        let rows =
            [("devices", devices.count)] + counts + [
                ("disabled", devices.count(where: \.isDisabled)), ("waitingFixes", waiting),
                (
                    "recentFixes",
                    try number(
                        "sum(reltuples)::bigint FROM pg_class WHERE relname LIKE 'recent%' "
                            + "AND relkind = 'r' AND relnamespace = 'whereismy'::regnamespace AND reltuples > 0",
                        connection)
                ),
                ("sealedFixes", try number("sum(count)::bigint FROM whereismy.segment", connection)),
                ("events", try number("count(*) FROM whereismy.event", connection)),
                ("databaseBytes", try number("pg_database_size(current_database())", connection)),
            ]
        guard format == .text else {
            return .json { json in for (name, value) in rows { json.integer(name, value) } }
        }
        return CommandResult(text: TextTable.text(rows.map { [$0.0, "\($0.1)"] }))
    }

    private static func number(_ expression: String, _ connection: PostgresConnection) throws -> Int {
        Int(try connection.query("SELECT \(expression)").first?.integer(at: 0) ?? 0)
    }
}
