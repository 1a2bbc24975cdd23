import CommandLine
import Configuration
import Linux
import PublishState

/// `whereismy publish`: list the destinations of positions with what waits, and repeat, give up or try their delivery.
enum PublishCommand: Subcommand {
    static let name = "publish"

    private static let rewind = Option(
        "rewind", value: "TIME", help: "send everything since then again, such as 2h or 2026-01-31")
    private static let skip = Option("skip", help: "give up what waits, and send only what is new")
    private static let test = Option("test", value: "NAME", help: "send this destination the newest position once")

    static let table = OptionTable(
        usage: "whereismy publish [OPTION]... [NAME]",
        summary: "List the destinations of positions and what waits for them; send again, give up, or try.",
        options: [rewind, skip, test, .quiet, OutputFormat.option] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let actions = [rewind, skip, test].filter(options.contains)
        guard actions.count < 2 else {
            throw UsageError("\(actions.map { "--\($0.name)" }.joined(separator: " and ")) cannot be combined")
        }
        if let name = options.value(of: test) {
            try options.requireNoOperands()
            throw try Self.test(name, options, in: context)
        }
        let settings = try context.settings(options)
        let chosen = try destinations(options.operands, of: settings)
        guard !chosen.isEmpty else {
            return CommandResult(
                diagnostics: "the configuration has no destination; see [publish NAME] in whereismy.conf(5)",
                code: .nothingKnown)
        }
        if let moment = try context.moment(of: rewind, in: options) {
            return try PublishOrder(.rewind, moment, of: settings, options: options, in: context).give(to: chosen)
        }
        if options.contains(skip) {
            return try PublishOrder(.skip, context.now(), of: settings, options: options, in: context).give(to: chosen)
        }
        return list(chosen, of: settings, as: format, in: context)
    }

    /// Returns the destination of a name, or all.
    private static func destinations(_ operands: [String], of settings: Settings) throws(UsageError) -> [String] {
        guard let name = operands.first else { return settings.publish.map(\.name) }
        guard operands.count == 1 else {
            throw UsageError("unexpected argument \(operands[1].debugDescription), see --help")
        }
        _ = try settings.publishSettings(named: name)
        return [name]
    }

    private static func list(
        _ names: [String], of settings: Settings, as format: OutputFormat, in context: Context
    ) -> CommandResult {
        let overview = context.publishOverview(settings)
        let listing = PublishListing(
            overview.destinations.filter { names.contains($0.settings.name) }, settings, now: context.now()
        ) { context.localTime($0) }
        let output = format == .json ? listing.json : Array(listing.text.utf8)
        guard let hidden = overview.hidden else { return CommandResult(output: output) }
        return CommandResult(
            output: output, diagnostics: "\(hidden); fix: use an account in the group whereismy, or sudo",
            code: .failure)
    }

    /// Replaces this process with the publisher; returns why that failed.
    private static func test(
        _ name: String, _ options: ParsedOptions, in context: Context
    ) throws(UsageError) -> SystemError {
        guard !options.contains(OutputFormat.option) else { throw UsageError("--test and --format cannot be combined") }
        var arguments = ["--test", name]
        for option in Option.shared {
            if let value = options.value(of: option) { arguments += ["--\(option.name)", value] }
        }
        if options.contains(.quiet) { arguments.append("--quiet") }
        let program = PublishProgramName.publisher.rawValue
        let directory = context.programDirectory ?? "/usr/bin"
        let error = context.execute("\(directory)/\(program)", arguments)
        guard error.isNotFound else { return error }
        return context.execute("\(directory)/../lib/whereismy/\(program)", arguments)
    }
}

extension Context {
    func publishOverview(_ settings: Settings) -> PublishOverview {
        let paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        return PublishOverview(settings) { program in
            switch program {
            case .publisher: isLocked(paths.lock)
            case .nmea: hasProcess(named: program.rawValue)
            }
        }
    }

    /// Returns true if there is a process of a name of at most 15 bytes, which is what the kernel keeps.
    private func hasProcess(named name: String) -> Bool {
        let processes = ((try? files.names("/proc")) ?? []).filter { $0.first?.isNumber ?? false }
        return processes.contains { (try? files.contents("/proc/\($0)/comm")) == Array("\(name)\n".utf8) }
    }
}
