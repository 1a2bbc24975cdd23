import APIClient
import Basics
import CommandLine
import Configuration
import Location
import Pages
import Wire

/// `whereismy last`: print the last known position.
enum LastCommand: Subcommand {
    static let name = "last"

    enum Format: String, CaseIterable {
        case text
        case json
        case geo
    }

    private static let format = Option(
        "format", value: "FORMAT", .each(of: Format.self),
        help: "text for people, json for programs, or a geo: URI (text)")

    static let table = OptionTable(
        usage: "whereismy [last] [OPTION]...",
        summary: "Show the position of this machine, its accuracy and age.",
        options: [format, ReportFields.option] + Option.display + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let (wanted, fields): (Format?, [String]) = (try options.choice(of: format), try ReportFields.names(options))
        guard wanted == nil || fields.isEmpty else { throw UsageError("--format and --field cannot be combined") }
        let format = wanted ?? .text
        let settings = try context.settings(options)
        let current = try context.currentReport(settings)
        let anchor = format == .geo ? nil : context.anchorLookup(settings, current)
        let alarm = anchor?.alarm(context.display.units)
        guard fields.isEmpty else { return values(of: fields, current.adding(anchor?.watch)) }
        return result(of: current.adding(anchor?.watch), alarm, format: format, in: context)
    }

    private static func result(
        of current: CurrentReport, _ alarm: String?, format: Format, in context: Context
    ) -> CommandResult {
        switch format {
        case .text:
            return CommandResult(text: text(of: current, alarm, context), code: current.code)
        case .json:
            return json(current)
        case .geo:
            let uri = current.fix.flatMap { MapLink.url(.geo, for: $0) }.map { $0 + "\n" }
            let diagnostics = current.code == .success ? "" : current.summary
            return CommandResult(text: uri ?? "", diagnostics: diagnostics, code: current.code)
        }
    }

    /// Encodes the report with its current age and state, for programs.
    static func json(_ current: CurrentReport) -> CommandResult {
        guard var report = current.report else {
            return CommandResult(diagnostics: current.summary, code: current.code)
        }
        // The detail of the last report does not explain why no newer report exists.
        if !current.daemonRuns { report.detail = DaemonError.noDaemon }
        return CommandResult(output: ReportJSON.encode(report) + [UInt8(ascii: "\n")], code: current.code)
    }

    /// Formats values of the JSON, and says on standard error why they are not current.
    private static func values(of names: [String], _ current: CurrentReport) -> CommandResult {
        let text = ReportFields(json(current).output).text(names)
        let diagnostics = current.code == .success ? "" : current.summary
        return CommandResult(text: text, diagnostics: diagnostics, code: current.code)
    }

    private static func text(of current: CurrentReport, _ alarm: String?, _ context: Context) -> String {
        let style = context.display
        var lines = [current.summary]
        if let fix = current.fix, let coordinate = fix.coordinate {
            let place = current.report.flatMap { PlaceText.headline($0, style.units) }
            let here = PositionText.text(coordinate, accuracy: fix.horizontalAccuracy, style: style)
            let now = current.report?.now.map { nowText($0, style) }
            let position = [place, here, now].compactMap { $0 }
            // The state comes first if the position is not current.
            lines.insert(contentsOf: position, at: current.code == .success ? 0 : 1)
            if let url = MapLink.url(.openstreetmap, for: fix) { lines.append(url) }
        }
        lines += current.report.map { IntegrityText.lines($0, style) { context.localTime($0) } } ?? []
        if let alarm { lines.insert(PrintableText.sanitized(alarm), at: 0) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns text such as `now -37.809969, 144.963264 (± 6.3 m), 0.9 s on by speed and course`.
    private static func nowText(_ now: CurrentPosition, _ style: DisplayStyle) -> String {
        let seconds = FixedDecimalText.text(now.bridged.inSeconds, decimals: 1)
        return "\(PositionText.text(now, style: style)), \(seconds) s on by speed and course"
    }
}
