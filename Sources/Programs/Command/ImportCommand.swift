import Configuration
import Linux

/// `whereismy import`: import track files into the history.
///
/// The daemon's program replaces this one to do so: libgps, which reads gpsd's JSON, would slow the start of all other
/// subcommands.
enum ImportCommand: Subcommand {
    static let name = "import"

    private static let device = Option(
        "device", value: "NAME", help: "name of the receiver if a file has none (import)")

    static let table = OptionTable(
        usage: "whereismy import [OPTION]... FILE...",
        summary:
            "Import GPX, GeoJSON, NMEA 0183, gpsd JSON, OwnTracks .rec or CSV into the history (- is stdin).",
        options: [device] + Option.shared + [.help, .version], operand: .files)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        guard !options.operands.isEmpty else { throw UsageError("import needs a file: \(table.usage)") }
        var arguments = options.operands.map { "--\(DaemonOptions.importing.name)=\($0)" }
        if let name = options.value(of: device) {
            guard !name.isEmpty else { throw UsageError("--device needs a name, such as bike") }
            arguments.append("--\(DaemonOptions.device.name)=\(name)")
        }
        for option in Option.shared {
            arguments += options.values(of: option).map { "--\(option.name)=\($0)" }
        }
        return CommandResult(diagnostics: context.executeDaemon(arguments).description, code: .failure)
    }
}
