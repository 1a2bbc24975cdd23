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

/// What `whereismy watch` or `whereismy wait` was asked for.
struct WatchPlan: Hashable, Sendable {
    /// How reports are shown.
    var style: WatchStyle
    /// What to wait for; nil to go on for ever.
    var goal: FollowCondition?
    /// How long at most; nil for ever.
    var timeout: Duration?
    /// How old a fix may be and still be current.
    var staleAfter: Duration

    /// The exit code where it ended before the goal was reached, or had none.
    func code(for answer: CurrentReport) -> ExitCode {
        goal != nil && answer.code == .success ? .failure : answer.code
    }
}

/// How a report that comes is shown.
enum WatchStyle: Hashable, Sendable {
    /// One line of a terminal that is written over, so many characters wide.
    case terminal(columns: Int)
    /// A line each.
    case lines
    /// A line of JSON each, as the daemon tells it.
    case json
    /// Not at all.
    case silent

    private static let clearance = "\u{1B}[K"

    /// The bytes that show a line.
    ///
    /// - Parameters:
    ///   - text: the line.
    ///   - time: when, by the user's clock.
    /// - Returns: them; nothing where lines are JSON or nothing is shown.
    func bytes(_ text: String, at time: String) -> [UInt8] {
        switch self {
        // In the last column some terminals go on to the next row.
        case .terminal(let columns): Array("\r\(text.prefix(max(1, columns - 1)))\(Self.clearance)".utf8)
        case .lines: Array("\(time)  \(text)\n".utf8)
        case .json, .silent: []
        }
    }

    /// The bytes that make room for a line on standard error.
    var lineClear: [UInt8] {
        if case .terminal = self { return Array("\r\(Self.clearance)".utf8) }
        return []
    }

    /// The bytes that give the terminal back.
    var closing: [UInt8] {
        if case .terminal = self { return [0x0A] }
        return []
    }
}
