import CommandLine
import Configuration
import Gazetteer
import Location
import Pages

/// `whereismy nearest`: list the gazetteer places nearest to the current or a given position.
enum NearestCommand: Subcommand {
    static let name = "nearest"

    private static let within = Option(
        "within", value: "DISTANCE",
        help: "maximum distance, such as 500m, 20km or 1nm (nearest-within; none with --count)")

    static let table = OptionTable(
        usage: "whereismy nearest [OPTION]... [LATITUDE,LONGITUDE]",
        summary: "Show the nearest places, their distances and directions.",
        options: [within, .count, .source, .open, OutputFormat.option] + Option.display + Option.shared + [
            .help, .version,
        ])

    static func rewrite(_ arguments: [String]) -> [String] { arguments.withNumbersLast }

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let settings = try context.settings(options)
        let count = try options.count(default: 1)
        let limit = try limit(options, settings)
        let (here, current) = try position(options, settings, in: context)
        guard let here else {
            return CommandResult(diagnostics: current?.summary ?? "", code: current?.code ?? .nothingKnown)
        }
        let store = try context.gazetteer(options)
        let hits = try store.nearest(
            to: here, within: limit, count: count, source: options.value(of: .source))
        // An old position yields an old result; the exit code is that of `last`.
        let code = current?.code ?? .success
        let warning = code == .success ? "" : current?.summary ?? ""
        guard !hits.isEmpty else {
            return noResult(within: limit, of: here, warning: warning, format: format, context.display)
        }
        if options.contains(.open) {
            return CommandResult(
                text: context.openMap(at: hits.first?.entry.coordinate), diagnostics: warning, code: code)
        }
        return CommandResult(
            output: try PlaceList(format, from: store, options, style: context.display).output(hits),
            diagnostics: warning,
            code: code)
    }

    private static func noResult(
        within limit: Double, of here: Coordinate, warning: String, format: OutputFormat, _ style: DisplayStyle
    ) -> CommandResult {
        let distance = DistanceText.text(limit, style.units)
        let message = "no place within \(distance) of \(PositionText.text(here, style.coordinates))"
        let diagnostics = warning.isEmpty ? message : "\(warning)\n\(message)"
        return CommandResult(text: format == .json ? "[]\n" : "", diagnostics: diagnostics, code: .nothingKnown)
    }

    /// Returns the given position, or the current one with its report.
    private static func position(
        _ options: ParsedOptions, _ settings: Settings, in context: Context
    ) throws -> (Coordinate?, CurrentReport?) {
        guard !options.operands.isEmpty else {
            let current = try context.currentReport(settings)
            return (current.fix?.coordinate, current)
        }
        return (try Coordinate(operands: options.operands), nil)
    }

    /// Metres; more than half the circumference of the Earth.
    private static let maxDistance = 21e6

    private static func limit(_ options: ParsedOptions, _ settings: Settings) throws(UsageError) -> Double {
        let distance = ValueSyntax.distance("a distance from 0 to 21000km, such as 500m or 20km")
        if let metres = try options.value(of: within, as: distance) { return metres }
        // A requested number of places is returned in full.
        return options.contains(.count) ? maxDistance : settings.places.searchRadius
    }
}
