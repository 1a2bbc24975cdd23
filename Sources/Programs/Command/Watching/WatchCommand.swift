import Basics
import Configuration
import Linux
import Location

/// `whereismy watch`: follow where this machine is.
enum WatchCommand {
    private static let until = Option(
        "until", value: "WHAT", .each(of: WatchUntil.self),
        help: "end as soon as it is live, stale, moving or stationary")

    static let table = OptionTable(
        usage: "whereismy watch [OPTION]...",
        summary: "Follow where this machine is: one line on a terminal, a line a report elsewhere.",
        options: [until, .timeout, OutputFormat.option] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let plan = try plan(options, in: context)
        let settings = try options.settings(environment: context.environment, files: context.files)
        let (isLocked, lock) = (context.isLocked, settings.lockFile)
        var follower: any Follower = WatchSession(
            plan(settings), daemonRuns: { isLocked(lock) }, lastKnown: { (try? context.currentReport(settings))?.report },
            clock: { context.localTime($0) })
        try context.follow(settings.apiSocket, &follower)
        return CommandResult(code: (follower as? WatchSession)?.code ?? .failure)
    }

    private static func plan(
        _ options: ParsedOptions, in context: Context
    ) throws(UsageError) -> (Settings) -> WatchPlan {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let style: WatchStyle =
            switch format {
            case .json: .json
            case .text: context.columns().map { .terminal(columns: $0) } ?? .lines
            }
        let goal: WatchUntil? = try options.choice(of: until)
        let limit = try options.span(of: .timeout)
        return { settings in
            WatchPlan(style: style, goal: goal.map { .state($0) }, timeout: limit, staleAfter: settings.staleAfter)
        }
    }
}

extension Option {
    /// `--timeout`, how long something is followed.
    static let timeout = Option("timeout", value: "TIME", help: "end after so long, such as 30s or 5m")
}

extension ParsedOptions {
    /// The span of time that an option names; nil where it is not given.
    ///
    /// - Throws: `UsageError`, which says what would be understood.
    func span(of option: Option) throws(UsageError) -> Duration? {
        guard let text = value(of: option) else { return nil }
        guard let span = Duration(setting: text) else {
            throw UsageError("--\(option.name): \(text.debugDescription) is not a time such as 30s, 5m or 2h")
        }
        return span
    }
}
