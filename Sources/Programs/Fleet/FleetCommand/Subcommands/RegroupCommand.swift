import CommandLine
import FleetStore

/// `whereismy-fleet regroup`: give the collectors' group at the broker a new secret name.
enum RegroupCommand: Subcommand {
    static let name = "regroup"

    static let table = OptionTable(
        usage: "whereismy-fleet regroup [OPTION]...",
        summary: "Give the collectors' group at the broker a new secret name, if the old one became known.",
        options: [.quiet] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        try context.administration(options).renameCollectorGroup(at: context.now())
        return .change("the collectors' group has a new name; running collectors join it within a minute", options)
    }
}
