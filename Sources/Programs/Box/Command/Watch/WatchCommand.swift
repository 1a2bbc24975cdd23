import CommandLine
import Configuration
import Location

/// `whereismy watch`: follow the position.
enum WatchCommand: Subcommand {
    static let name = "watch"

    private static let until = Option(
        "until", value: "WHAT", .each(of: WatchUntil.self),
        help: "end once live, stale, moving or stationary")

    static let table = OptionTable(
        usage: "whereismy watch [OPTION]...",
        summary: "Follow the position: one line on a terminal, a line per report elsewhere.",
        options: [until, .timeout, OutputFormat.option] + Option.display + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let plan = try plan(options, in: context)
        let settings = try context.settings(options)
        let isLocked = context.isLocked
        let lock = settings.lockFile
        var session = WatchSession(
            plan(settings), daemonRuns: { isLocked(lock) },
            lastKnown: { (try? context.currentReport(settings))?.report },
            clock: { context.localTime($0) })
        try context.follow(settings.apiSocket, &session)
        return CommandResult(code: session.code ?? .failure)
    }

    private static func plan(
        _ options: ParsedOptions, in context: Context
    ) throws(UsageError) -> (Settings) -> WatchPlan {
        let format = try options.outputFormat()
        let style: WatchStyle =
            switch format {
            case .json: .json
            case .text: context.columns().map { .terminal(columns: $0) } ?? .lines
            }
        let condition: WatchUntil? = try options.choice(of: until)
        let limit = try options.value(of: .timeout, as: .timeout)
        return { settings in
            WatchPlan(
                style: style, condition: condition.map { .state($0) }, timeout: limit, staleAfter: settings.staleAfter,
                display: settings.display)
        }
    }
}

extension Option {
    static let timeout = Option(
        "timeout", value: "TIME", help: "end after this time, such as 30s or 5min (a plain number: seconds)")
}

extension ValueSyntax<Duration> {
    static var timeout: ValueSyntax { .time("a time such as 30s, 5min or 2h") }
}

/// The options of `whereismy watch` or `whereismy wait`.
struct WatchPlan: Hashable, Sendable {
    var style: WatchStyle
    /// The condition to wait for; nil to run until interrupted.
    var condition: FollowCondition?
    /// The maximum duration; nil for none.
    var timeout: Duration?
    /// The maximum age of a current fix.
    var staleAfter: Duration
    /// The form of positions, lengths and speeds.
    var display = DisplayStyle()

    /// The exit code for ending before the condition is met, or without one.
    func code(for current: CurrentReport) -> ExitCode {
        condition != nil && current.code == .success ? .failure : current.code
    }
}

enum WatchStyle: Hashable, Sendable {
    /// A single line, rewritten in place, on a terminal of this width.
    case terminal(columns: Int)
    case lines
    /// A line of JSON per report, as sent by the daemon.
    case json
    case silent

    private static let clearance = "\u{1B}[K"

    /// The number of characters of a line; nil for any number.
    var width: Int? {
        // Some terminals wrap after writing to the last column.
        if case .terminal(let columns) = self { max(1, columns - 1) } else { nil }
    }

    /// Formats a line with the local time; empty for JSON and without output.
    func bytes(_ text: String, at time: String) -> [UInt8] {
        switch self {
        case .terminal: Array("\r\(text.prefix(width ?? 1))\(Self.clearance)".utf8)
        case .lines: Array("\(time)  \(text)\n".utf8)
        case .json, .silent: []
        }
    }

    /// The bytes that clear the line before a message on standard error.
    var lineClear: [UInt8] {
        if case .terminal = self { return Array("\r\(Self.clearance)".utf8) }
        return []
    }

    /// The bytes that release the terminal.
    var closing: [UInt8] {
        if case .terminal = self { return [0x0A] }
        return []
    }
}
