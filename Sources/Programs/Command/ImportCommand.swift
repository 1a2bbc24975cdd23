import Configuration
import Linux

/// `whereismy import`: bring files of tracks into the history.
///
/// The daemon's program does it, in this one's place: libgps, which reads gpsd's JSON, would slow the start of every
/// other subcommand.
enum ImportCommand {
    private static let device = Option(
        "device", value: "NAME", help: "whose points these are where a file does not say it (import:FILE)")

    static let table = OptionTable(
        usage: "whereismy import [OPTION]... FILE...",
        summary:
            "Bring GPX, GeoJSON, NMEA 0183, gpsd JSON, OwnTracks .rec or CSV into the history (- is stdin).",
        options: [device] + Option.shared + [.help, .version], operand: .files)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        guard !options.operands.isEmpty else { throw UsageError("import needs a file: \(table.usage)") }
        var arguments = options.operands.map { "--\(DaemonOptions.importing.name)=\($0)" }
        if let name = options.value(of: device) {
            guard !name.isEmpty else { throw UsageError("--device: a name is needed, such as bike") }
            arguments.append("--\(DaemonOptions.device.name)=\(name)")
        }
        for option in Option.shared {
            arguments += options.values(of: option).map { "--\(option.name)=\($0)" }
        }
        return CommandResult(diagnostics: context.executeDaemon(arguments).description, code: .failure)
    }
}
