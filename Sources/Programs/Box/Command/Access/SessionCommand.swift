import APIClient
import Basics
import CommandLine

/// `whereismy session`: list and end the sessions of browsers that are signed in.
enum SessionCommand: Subcommand {
    static let name = "session"

    enum Action: String, CaseIterable {
        case list
        case end
    }

    static let table = OptionTable(
        usage: "whereismy session [OPTION]... [list|end NAME]",
        summary: "List the browsers that are signed in, and sign them out.",
        defaultAction: "list",
        options: [.quiet, OutputFormat.option] + CommandProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let (action, name) = try action(Action.self, of: options) { $0 == .end ? "name of session list" : nil }
        let settings = try context.settings(options)
        let client = DaemonClient(settings, in: context)
        switch action {
        case .list: return try list(client, format, in: context)
        case .end:
            let target = "/v1/sessions/\(ClientRequest.escaped(name))"
            _ = try client.send(ClientRequest(method: .delete, target: target))
            return ChangeReport(options, isJSON: format == .json).result("ended", name)
        }
    }

    private struct Listed: Decodable {
        struct Session: Decodable {
            let name: String
            let created: String
            let expires: String
        }

        let sessions: [Session]
    }

    private static func list(
        _ client: DaemonClient, _ format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let (listed, bytes) = try client.document(Listed.self, ClientRequest(target: "/v1/sessions"))
        guard format == .text else { return CommandResult(output: bytes) }
        guard !listed.sessions.isEmpty else {
            return CommandResult(diagnostics: "there are no sessions", code: .nothingKnown)
        }
        let rows = listed.sessions.map { session in
            let times = (context.localTime(iso8601: session.created), context.localTime(iso8601: session.expires))
            return [session.name, "since \(times.0)", "until \(times.1)"]
        }
        return CommandResult(text: TextTable.text(rows))
    }
}
