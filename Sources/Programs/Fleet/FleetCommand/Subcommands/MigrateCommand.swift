import CommandLine
import FleetCollector
import FleetStore
import PostgreSQL

/// `whereismy-fleet migrate`: bring the schema of the database up to date.
enum MigrateCommand: Subcommand {
    static let name = "migrate"

    static let table = OptionTable(
        usage: "whereismy-fleet migrate [OPTION]...",
        summary: "Bring the schema up to date, as the database's superuser or owner; each step is done whole or not.",
        options: [.quiet] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let settings = try context.settings(options)
        let connection = try PostgresConnection(
            settings.collector.database, statementTimeout: OperatorContext.statementTimeout)
        try FleetSchema.restrictFunctions(connection)
        let applied = try FleetSchema.migrate(connection)
        let names = applied.isEmpty ? "the schema is up to date" : "applied \(applied.joined(separator: ", "))"
        return .change(names, options)
    }
}
