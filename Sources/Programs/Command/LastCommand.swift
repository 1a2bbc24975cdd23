import APIClient
import Basics
import Configuration
import Location
import Pages
import Wire

/// `whereismy last`: tell where this machine is.
enum LastCommand {
    /// How the answer is written.
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
        summary: "Tell where this machine is, how accurate that is and how old.",
        options: [format] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: Format = try options.choice(of: format) ?? .text
        let settings = try options.settings(environment: context.environment, files: context.files)
        let answer = try context.currentReport(settings)
        let alarm = format == .text ? context.anchorLookup(settings, answer)?.alarm : nil
        return outcome(of: answer, alarm, format: format)
    }

    private static func outcome(of answer: CurrentReport, _ alarm: String?, format: Format) -> CommandResult {
        switch format {
        case .text:
            return CommandResult(text: text(of: answer, alarm), code: answer.code)
        case .json:
            return json(answer)
        case .geo:
            let uri = answer.fix.flatMap { MapLink.url(.geo, for: $0) }.map { $0 + "\n" }
            let complaint = answer.code == .success ? "" : answer.summary
            return CommandResult(text: uri ?? "", diagnostics: complaint, code: answer.code)
        }
    }

    /// The report with its age and state as of now, for programs.
    static func json(_ answer: CurrentReport) -> CommandResult {
        guard var report = answer.report else { return CommandResult(diagnostics: answer.summary, code: answer.code) }
        // What its last report gave as the reason is not why nothing newer comes.
        if !answer.daemonRuns { report.detail = DaemonError.noDaemon }
        return CommandResult(output: ReportJSON.encode(report) + [UInt8(ascii: "\n")], code: answer.code)
    }

    private static func text(of answer: CurrentReport, _ alarm: String?) -> String {
        var lines = [answer.summary]
        if let fix = answer.fix, let coordinate = fix.coordinate {
            let place = answer.report.flatMap(PlaceText.headline)
            let position = [place, PositionText.text(coordinate, accuracy: fix.horizontalAccuracy)].compactMap { $0 }
            // What is not current is not read as if it were.
            lines.insert(contentsOf: position, at: answer.code == .success ? 0 : 1)
            if let url = MapLink.url(.openstreetmap, for: fix) { lines.append(url) }
        }
        if let alarm { lines.insert(PrintableText.sanitized(alarm), at: 0) }
        return lines.map { $0 + "\n" }.joined()
    }
}
