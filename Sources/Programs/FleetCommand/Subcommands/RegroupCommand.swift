import Configuration
import FleetStore

/// `whereismy-fleet regroup`: give the collectors' group at the broker a new secret name.
enum RegroupCommand: FleetSubcommand {
    static let name = "regroup"

    static let table = OptionTable(
        usage: "whereismy-fleet regroup [OPTION]...",
        summary: "Give the collectors' group at the broker a new secret name, if the old one became known.",
        options: [.fleetQuiet] + Option.fleetShared)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        try options.requireNoOperands()
        try Operator.administration(options, in: context).renameCollectorGroup(at: context.now())
        return .change("the collectors' group has a new name; running collectors join it within a minute", options)
    }
}
