import CommandLine
import Configuration
import Linux

/// `whereismy replay`: replay recordings of gpsd's JSON through the daemon's tracking.
///
/// The daemon's program replaces this one to do so: libgps, which reads the recordings, would slow the start of all
/// other subcommands.
enum ReplayCommand: Subcommand {
    static let name = "replay"

    private static let format = Option(
        "format", value: "FORMAT", .each(of: ReplayFormat.self),
        help: "text for people, json for programs, or explain (text)")
    private static let explain = Option("explain", help: "explain each decision: --format explain")

    static let table = OptionTable(
        usage: "whereismy replay [OPTION]... FILE...",
        summary: "Replay recordings of gpsd's JSON through the daemon, each with its own clock, a line per epoch.",
        options: [format, explain, .platform] + CommandProgram.sharedOptions, operand: .files)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        guard !options.operands.isEmpty else { throw UsageError("replay needs a recording: \(table.usage)") }
        let format = try format(options)
        var arguments = options.operands.map { "--\(DaemonOptions.replay.name)=\($0)" }
        arguments.append("--\(DaemonOptions.format.name)=\(format.rawValue)")
        for option in [Option.config, .platform] {
            arguments += options.values(of: option).map { "--\(option.name)=\($0)" }
        }
        return CommandResult(diagnostics: context.executeDaemon(arguments).description, code: .failure)
    }

    private static func format(_ options: ParsedOptions) throws(UsageError) -> ReplayFormat {
        let format: ReplayFormat? = try options.choice(of: format)
        guard options.contains(explain) else { return format ?? .text }
        guard let format, format != .explain else { return .explain }
        throw UsageError("--explain means --format explain and cannot be combined with --format \(format.rawValue)")
    }
}
