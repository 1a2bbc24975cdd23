import CommandLine
import Configuration
import Linux
import Tracks

/// `whereismy import`: import tracks into the history.
///
/// The daemon's program replaces this one to do so: libgps, which reads gpsd's JSON, would slow the start of all other
/// subcommands.
enum ImportCommand: Subcommand {
    static let name = "import"

    private static let device = Option(
        "device", value: "NAME", help: "name of the receiver if a file has none (import)")
    private static let via = Option(
        "via", value: "gpsbabel", .words { [converter] },
        help: "let gpsbabel read the files, whose format is given first")
    private static let from = Option(
        "from", value: "URL", help: "import from OwnTracks Recorder or Dawarich")
    private static let converter = "gpsbabel"

    static let table = OptionTable(
        usage: "whereismy import [OPTION]... FILE... | --via gpsbabel FORMAT FILE... | --from URL",
        summary: """
            Import GPX, KML, TCX, GeoJSON, NMEA 0183, Google's location history, gpsd JSON, OwnTracks or CSV into the \
            history, also from gzip and zip (- is stdin).
            """,
        options: [device, DaemonOptions.columns, DaemonOptions.date, DaemonOptions.addWeeks, DaemonOptions.dryRun]
            + [via, from, DaemonOptions.tokenFile, DaemonOptions.user, DaemonOptions.passwordFile]
            + CommandProgram.sharedOptions,
        operand: .files)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        var arguments = try sources(options)
        if let name = options.value(of: device), name.isEmpty {
            throw UsageError("--device needs a name, such as bike")
        }
        if let list = options.value(of: DaemonOptions.columns) {
            do { _ = try CSVColumns(list: list) } catch { throw UsageError("--columns: \(error)") }
        }
        if let day = options.value(of: DaemonOptions.date) { _ = try ImportRequest.day(day) }
        if let weeks = options.value(of: DaemonOptions.addWeeks) { _ = try ImportRequest.weeks(weeks) }
        let passed = [device, DaemonOptions.columns, DaemonOptions.date, DaemonOptions.addWeeks]
        let access = [DaemonOptions.tokenFile, DaemonOptions.user, DaemonOptions.passwordFile]
        for option in passed + access + Option.shared {
            arguments += options.values(of: option).map { "--\(option.name)=\($0)" }
        }
        if options.contains(DaemonOptions.dryRun) { arguments.append("--\(DaemonOptions.dryRun.name)") }
        return CommandResult(diagnostics: context.executeDaemon(arguments).description, code: .failure)
    }

    /// Returns the daemon's options for what is to be imported.
    private static func sources(_ options: ParsedOptions) throws(UsageError) -> [String] {
        var files = options.operands
        if let service = try DaemonOptions.service(options, url: options.value(of: from)) {
            guard files.isEmpty, !options.contains(via) else {
                throw UsageError("--from cannot be combined with files")
            }
            return ["--\(DaemonOptions.importFrom.name)=\(service.url)"]
        }
        var arguments: [String] = []
        if let program = options.value(of: via) {
            guard program == converter else {
                throw UsageError("--via: unknown program \(program.debugDescription), use gpsbabel")
            }
            guard let format = files.first else { throw UsageError("--via gpsbabel needs a format and a file") }
            try ImportRequest.check(converter: format)
            files.removeFirst()
            arguments.append("--\(DaemonOptions.importVia.name)=\(format)")
        }
        guard !files.isEmpty else { throw UsageError("import needs a file: \(table.usage)") }
        return files.map { "--\(DaemonOptions.importing.name)=\($0)" } + arguments
    }
}
