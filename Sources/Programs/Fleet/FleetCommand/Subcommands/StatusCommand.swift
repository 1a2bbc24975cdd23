import CommandLine
import FleetProtocol
import FleetStore
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
        var figures = try figures(of: devices, connection)
        figures.sharedNames = devices.namesOfTwoMachines(at: context.now())
        return format == .text ? CommandResult(text: figures.text) : .json { figures.write(to: &$0) }
    }

    private static func figures(of devices: [FleetDevice], _ connection: PostgresConnection) throws -> FleetFigures {
        var figures = FleetFigures(disabled: devices.count(where: \.isDisabled))
        for device in devices where !device.isDisabled { figures.devices[device.state, default: 0] += 1 }
        figures.waitingFixes = devices.reduce(0) { $0 + ($1.status?.waiting ?? 0) }
        let recent =
            "sum(reltuples)::bigint FROM pg_class WHERE relname LIKE 'recent%' "
            + "AND relkind = 'r' AND relnamespace = 'whereismy'::regnamespace AND reltuples > 0"
        figures.recentFixes = try number(recent, connection)
        figures.sealedFixes = try number("sum(count)::bigint FROM whereismy.segment", connection)
        figures.events = try number("count(*) FROM whereismy.event", connection)
        figures.databaseBytes = try number("pg_database_size(current_database())", connection)
        return figures
    }

    private static func number(_ expression: String, _ connection: PostgresConnection) throws -> Int {
        Int(try connection.query("SELECT \(expression)").first?.integer(at: 0) ?? 0)
    }
}
