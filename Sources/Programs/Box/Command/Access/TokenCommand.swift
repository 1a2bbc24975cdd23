import APIClient
import Basics
import CommandLine
import JSON

/// `whereismy token`: manage tokens for API access over the network.
enum TokenCommand: Subcommand {
    static let name = "token"

    enum Action: String, CaseIterable {
        case add
        case list
        case revoke
    }

    enum Scope: String, CaseIterable {
        case read
        case metrics
    }

    private static let scope = Option(
        "scope", value: "SCOPE", .each(of: Scope.self), help: "add: read or metrics (read)")

    static let table = OptionTable(
        usage: "whereismy token [OPTION]... [add NAME|list|revoke NAME]",
        summary: "Create, list and revoke tokens for access to the API over the network.",
        defaultAction: "list",
        options: [scope, .quiet, OutputFormat.option] + CommandProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let (action, name) = try action(Action.self, of: options) { $0 == .list ? nil : "name" }
        guard action == .add || !options.contains(scope) else { throw UsageError("--scope is only for add") }
        let scopes = try scopes(options)
        let settings = try context.settings(options)
        let client = DaemonClient(settings, in: context)
        switch action {
        case .add: return try add(name, scopes: scopes, client: client, format: format)
        case .list: return try list(client, format, in: context)
        case .revoke:
            let report = ChangeReport(options, isJSON: format == .json)
            return try report.revoke(name, in: "/v1/tokens", by: client)
        }
    }

    private static func scopes(_ options: ParsedOptions) throws(UsageError) -> [String] {
        let names = options.values(of: scope)
        for name in names where Scope(rawValue: name) == nil {
            throw UsageError(
                "--scope: unknown value \(name.debugDescription), \(Scope.allCases.map(\.rawValue).hint(for: name))")
        }
        return names
    }

    private struct Made: Decodable {
        let token: String
    }

    private static func add(
        _ name: String, scopes: [String], client: DaemonClient, format: OutputFormat
    ) throws(DaemonError) -> CommandResult {
        let content = JSONWriter.object { json in
            json.string("name", name)
            if !scopes.isEmpty { json.strings("scopes", scopes) }
        }
        let request = ClientRequest(method: .post, target: "/v1/tokens", content: content)
        let (made, bytes) = try client.document(Made.self, request)
        guard format == .text else { return CommandResult(output: bytes) }
        return CommandResult(
            text: PrintableText.sanitized(made.token) + "\n",
            diagnostics: "the token is shown only once; store it now")
    }

    private struct Listed: Decodable {
        struct Token: Decodable {
            let name: String
            let scopes: [String]
            let created: String?
            let origin: String?

            /// The origin of the token, for people.
            func since(in context: Context) -> String {
                guard origin != "credential" else { return "from systemd's credential" }
                return "since \(context.localTime(iso8601: created ?? ""))"
            }
        }

        let tokens: [Token]
    }

    private static func list(
        _ client: DaemonClient, _ format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let (listed, bytes) = try client.document(Listed.self, ClientRequest(target: "/v1/tokens"))
        guard format == .text else { return CommandResult(output: bytes) }
        guard !listed.tokens.isEmpty else {
            return CommandResult(diagnostics: "there are no tokens", code: .nothingKnown)
        }
        let rows = listed.tokens.map { token in
            [token.name, token.scopes.joined(separator: ","), token.since(in: context)]
        }
        return CommandResult(text: TextTable.text(rows))
    }
}
