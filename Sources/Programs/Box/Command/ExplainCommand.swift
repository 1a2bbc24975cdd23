import APIClient
import Basics
import CommandLine
import Configuration
import Location
import Pages
import Wire

/// `whereismy explain`: print the daemon's decisions about fixes and the numbers behind them.
enum ExplainCommand: Subcommand {
    static let name = "explain"

    enum Format: String, CaseIterable {
        case text
        case json
    }

    /// The number of records that fit on a terminal.
    private static let defaultCount = 20

    private static let last = Option("last", value: "N", help: "newest N (default 20; all with --since)")
    private static let since = Option("since", value: "TIME", help: "since 10:30, 2026-01-31 10:30, 2h, yesterday")
    private static let rejected = Option("rejected", help: "only rejections")
    private static let format = Option(
        "format", value: "FORMAT", .each(of: Format.self), help: "text for people or json for programs (text)")

    static let table = OptionTable(
        usage: "whereismy explain [OPTION]...",
        summary: "Show what the daemon decided about each fix, and why.",
        options: [last, since, rejected, format] + Option.display + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: Format = try options.choice(of: format) ?? .text
        let selection = try selection(options, in: context)
        let settings = try context.settings(options)
        do throws(DaemonError) {
            let records = try records(selection, settings, in: context)
            guard !records.isEmpty else {
                return CommandResult(diagnostics: emptyMessage(selection, in: context), code: .nothingKnown)
            }
            let judgement = format == .text ? judgement(settings, in: context) : []
            return CommandResult(output: bytes(records, format, in: context) + judgement)
        } catch {
            return CommandResult(diagnostics: error.description, code: error.code)
        }
    }

    private static func selection(
        _ options: ParsedOptions, in context: Context
    ) throws(UsageError) -> VerdictQuery {
        var selection = VerdictQuery(rejectedOnly: options.contains(rejected))
        selection.since = try context.moment(of: since, in: options)
        selection.last = selection.since == nil ? defaultCount : nil
        if let count = try options.value(of: last, as: .count) { selection.last = count }
        return selection
    }

    private static func records(
        _ selection: VerdictQuery, _ settings: Settings, in context: Context
    ) throws(DaemonError) -> [VerdictRecord] {
        let client = DaemonClient(settings, in: context)
        let bytes = try client.send(selection.request).content
        guard bytes.last ?? 0x0A == 0x0A else { throw DaemonError(client.path, .truncated) }
        do throws(ReportJSONError) {
            var records: [VerdictRecord] = []
            for line in bytes.split(separator: 0x0A) { records.append(try EpochJSON.decode(Array(line))) }
            return records
        } catch {
            throw DaemonError(client.path, damaged: error)
        }
    }

    /// The first line of the text: the accuracies are not those of the other subcommands.
    private static let legend =
        "± is the accuracy that the receiver states for each fix; whereismy shows that of the daemon's estimate"

    private static func emptyMessage(_ selection: VerdictQuery, in context: Context) -> String {
        let what = selection.rejectedOnly ? "no fix was rejected" : "no decisions"
        return selection.since.map { "\(what) since \(context.localTime($0))" } ?? "\(what) yet"
    }

    /// Returns the lines about a current report that is not nominal.
    private static func judgement(_ settings: Settings, in context: Context) -> [UInt8] {
        guard let report = try? context.currentReport(settings).report else { return [] }
        let lines = IntegrityText.lines(report, context.display) { context.localTime($0) }
        return Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func bytes(
        _ records: [VerdictRecord], _ format: Format, in context: Context
    ) -> [UInt8] {
        let time = { context.localTime($0) }
        switch format {
        case .json: return records.flatMap { EpochJSON.encode($0) + [0x0A] }
        case .text:
            let forgotten =
                records.first?.discardedUntil.map { ["rejections up to \(time($0)) were discarded"] } ?? []
            let lines = records.map { record in
                let line = VerdictText.line(record, style: context.display, time: time)
                return ([line] + VerdictText.reasons(record, time: time)).joined(separator: "\n    ")
            }
            return Array(([legend] + forgotten + lines).map { $0 + "\n" }.joined().utf8)
        }
    }
}

struct VerdictQuery: Hashable {
    /// The maximum number, counted from the latest; nil for all.
    var last: Int?
    /// The earliest time of a verdict; nil for all.
    var since: Timestamp?
    var rejectedOnly = false

    /// The request for the records, a line each, oldest first.
    var request: ClientRequest {
        let arguments = [
            last.map { "last=\($0)" }, since.map { "since=\(ClientRequest.escaped($0.iso8601))" },
            rejectedOnly ? "rejected=yes" : nil,
        ].compactMap { $0 }
        let query = arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&")
        return ClientRequest(target: "/v1/verdicts\(query)", headers: [("Accept", "application/x-ndjson")])
    }
}
