import Configuration
import Linux

/// `whereismy replay`: run recordings of gpsd's JSON through the daemon's own reading and tracking.
///
/// The daemon's program does it, in this one's place: libgps, which reads the recordings, would slow the start of every
/// other subcommand.
enum ReplayCommand {
    private static let format = Option("format", value: "FORMAT", help: "text for people or json for programs (text)")
    private static let explain = Option("explain", help: "say for each epoch why it was decided as it was")

    static let table = OptionTable(
        usage: "whereismy replay [OPTION]... FILE...",
        summary: "Run recordings of gpsd's JSON through the daemon, and print a line an epoch.",
        options: [format, explain, .platform, .config, .help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        guard !options.operands.isEmpty else { throw UsageError("replay needs a recording: \(table.usage)") }
        var format: ReplayFormat = try options.choice(of: format) ?? .text
        if options.contains(explain) { format = .explain }
        var arguments = options.operands.map { "--\(DaemonOptions.replay.name)=\($0)" }
        arguments.append("--\(DaemonOptions.format.name)=\(format.rawValue)")
        for option in [Option.config, .platform] {
            arguments += options.values(of: option).map { "--\(option.name)=\($0)" }
        }
        return Outcome(complaint: become(arguments, in: context).description, code: .failure)
    }

    /// Runs the daemon's program, the one beside this one first; comes back only with the reason why not.
    private static func become(_ arguments: [String], in context: Context) -> SystemError {
        if let directory = context.programDirectory {
            let error = context.become("\(directory)/whereismyd", arguments)
            guard error.isAbsence else { return error }
        }
        return context.become("whereismyd", arguments)
    }
}
