import APIClient
import CommandLine
import Configuration
import Places

/// `whereismy wait`: wait until this machine is at a place, away from it, has a current position, or drags its anchor.
enum WaitCommand: Subcommand {
    static let name = "wait"

    private static let enter = Option("enter", value: "NAME", .places, help: "until it is at one of your places")
    private static let leave = Option("leave", value: "NAME", .places, help: "until away from this place")
    private static let live = Option("live", help: "until the position is current")

    private static let dragging = Option("dragging", help: "until the anchor is dragging")

    static let table = OptionTable(
        usage: "whereismy wait [OPTION]... --enter NAME|--leave NAME|--live|--dragging",
        summary: "Wait until this machine is at a place, away from it, has a current position, or drags its anchor.",
        options: [enter, leave, live, dragging, .timeout] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let given = [enter, leave, live, dragging].filter(options.contains)
        guard given.count == 1 else {
            throw UsageError("wait needs one of --enter NAME, --leave NAME, --live and --dragging, and only one")
        }
        let limit = try options.value(of: .timeout, as: .timeout)
        let settings = try context.settings(options)
        let aim = try aim(options, places(options, settings, in: context))
        let plan = WatchPlan(style: .silent, condition: aim, timeout: limit, staleAfter: settings.staleAfter)
        let isLocked = context.isLocked
        let lock = settings.lockFile
        var session = WatchSession(
            plan, daemonRuns: { isLocked(lock) }, lastKnown: { (try? context.currentReport(settings))?.report },
            clock: { context.localTime($0) })
        try context.follow(settings.apiSocket, &session)
        return CommandResult(code: session.code ?? .failure)
    }

    /// Loads the places if a name must be resolved; waiting for an unknown place would never end.
    private static func places(_ options: ParsedOptions, _ settings: Settings, in context: Context) throws -> OwnPlaces
    {
        guard !options.contains(live), !options.contains(dragging) else { return OwnPlaces(places: []) }
        return try OwnPlaces.load(DaemonClient(settings, in: context), settings: settings, in: context)
    }

    private static func aim(_ options: ParsedOptions, _ own: OwnPlaces) throws(UsageError) -> FollowCondition {
        if let place = try place(of: enter, options, in: own) { return .inside(place) }
        if let place = try place(of: leave, options, in: own) { return .outside(place) }
        return options.contains(dragging) ? .dragging : .state(.live)
    }

    /// Returns the place given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` for an unknown place, so that its exit code differs from that of a timeout.
    private static func place(
        of option: Option, _ options: ParsedOptions, in own: OwnPlaces
    ) throws(UsageError) -> Place? {
        guard let name = options.value(of: option) else { return nil }
        do throws(UnknownPlaceError) { return try own.place(named: name).place } catch {
            throw UsageError(error.description)
        }
    }
}
