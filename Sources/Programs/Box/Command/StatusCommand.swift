import APIClient
import Basics
import CommandLine
import Configuration
import Location
import Wire

/// `whereismy status`: print the state of the daemon, the receiver and the position.
enum StatusCommand: Subcommand {
    static let name = "status"

    enum Format: String, CaseIterable {
        case text
        case json
    }

    private static let format = Option(
        "format", value: "FORMAT", .each(of: Format.self), help: "text for people or json for programs (text)")

    static let table = OptionTable(
        usage: "whereismy status [OPTION]...",
        summary: "Show the state, the receiver, the position and any problem.",
        options: [format] + Option.display + CommandProgram.sharedOptions)

    /// The current report, and the daemon's status if it responds.
    private struct Status {
        var current: CurrentReport
        var document: StatusDocument?
        var bytes: [UInt8] = []
        var diagnostics = ""

        /// What cannot be written to the history; nil while writing works.
        var outage: StatusDocument.Outage? { document?.history?.outage }

        /// That of the position, or failure if it is current and the history cannot be written.
        var code: ExitCode { current.code == .success && outage != nil ? .failure : current.code }
    }

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: Format = try options.choice(of: format) ?? .text
        let settings = try context.settings(options)
        let status = try status(settings, in: context)
        var result =
            switch format {
            case .json where status.document != nil: CommandResult(output: status.bytes, code: status.code)
            case .json: LastCommand.json(status.current)
            case .text: CommandResult(text: text(rows(status, settings, in: context)), code: status.code)
            }
        if !status.diagnostics.isEmpty { result.diagnostics = status.diagnostics }
        return result
    }

    private static func status(_ settings: Settings, in context: Context) throws -> Status {
        let client = DaemonClient(settings, in: context)
        do throws(DaemonError) {
            let (document, bytes) = try client.document(StatusDocument.self, ClientRequest(target: "/v1/status"))
            let report: Report
            do throws(ReportJSONError) {
                report = try ReportJSON.decode(bytes)
            } catch {
                throw DaemonError(client.path, damaged: error)
            }
            let current = CurrentReport(
                report: report, daemonRuns: true, now: context.now(), staleAfter: settings.staleAfter)
            return Status(current: current, document: document, bytes: bytes)
        } catch {
            let current = try context.currentReport(settings)
            // The written report is usable too, and a row says that the daemon is not running.
            return Status(current: current, diagnostics: current.daemonRuns ? error.description : "")
        }
    }

    private static func rows(
        _ status: Status, _ settings: Settings, in context: Context
    ) -> [(name: String, text: String)] {
        let anchor = context.anchorLookup(settings, status.current)?.summary(context.display) {
            context.localTime($0)
        }
        let rows = StatusRows(
            status.current, now: context.now(), satellites: status.document?.inView ?? [], anchor: anchor,
            style: context.display
        ) { context.localTime($0) }.rows
        let publishing =
            settings.publish.isEmpty
            ? [] : PublishRows(context.publishOverview(settings), settings.history, now: context.now()).rows
        guard let document = status.document else { return rows + publishing }
        let problem = status.outage.map { [(name: "problem", text: "history cannot be written: \($0.text)")] } ?? []
        return rows + problem + publishing + DaemonRows(document: document) { context.localTime(iso8601: $0) }.rows
    }

    private static func text(_ rows: [(name: String, text: String)]) -> String {
        let width = rows.reduce(0) { max($0, $1.name.count) } + 2
        return rows.map { row in
            // The file may come from anywhere and this is printed to a terminal.
            let text = PrintableText.sanitized(row.text)
            return row.name + String(repeating: " ", count: width - row.name.count) + text + "\n"
        }.joined()
    }
}
