import APIClient
import Configuration
import Linux
import Location

/// `whereismy wait`: wait until this machine is at a place, away from it, or has a current position.
enum WaitCommand: Subcommand {
    static let name = "wait"

    private static let enter = Option("enter", value: "NAME", .places, help: "until it is at one of your places")
    private static let leave = Option("leave", value: "NAME", .places, help: "until away from this place")
    private static let live = Option("live", help: "until the position is current")

    static let table = OptionTable(
        usage: "whereismy wait [OPTION]... --enter NAME|--leave NAME|--live",
        summary: "Wait until this machine is at a place, away from it, or has a current position.",
        options: [enter, leave, live, .timeout] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let given = [enter, leave, live].filter(options.contains)
        guard given.count == 1 else {
            throw UsageError("wait needs one of --enter NAME, --leave NAME and --live, and only one")
        }
        let limit = try options.span(of: .timeout)
        let settings = try options.settings(environment: context.environment, files: context.files)
        let aim = try aim(options, places(options, settings, in: context))
        let plan = WatchPlan(style: .silent, condition: aim, timeout: limit, staleAfter: settings.staleAfter)
        let isLocked = context.isLocked
        let lock = settings.lockFile
        var follower: any Follower = WatchSession(
            plan, daemonRuns: { isLocked(lock) }, lastKnown: { (try? context.currentReport(settings))?.report },
            clock: { context.localTime($0) })
        try context.follow(settings.apiSocket, &follower)
        return CommandResult(code: (follower as? WatchSession)?.code ?? .failure)
    }

    /// Loads the places if a name must be resolved; waiting for an unknown place would never end.
    private static func places(_ options: ParsedOptions, _ settings: Settings, in context: Context) throws -> OwnPlaces
    {
        guard !options.contains(live) else { return OwnPlaces(places: []) }
        return try OwnPlaces.load(DaemonClient(settings, in: context), settings: settings, in: context)
    }

    private static func aim(_ options: ParsedOptions, _ own: OwnPlaces) throws(UnknownPlaceError) -> FollowCondition {
        if let name = options.value(of: enter) { return .inside(try own.place(named: name).place) }
        if let name = options.value(of: leave) { return .outside(try own.place(named: name).place) }
        return .state(.live)
    }
}
