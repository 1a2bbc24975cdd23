import APIClient
import Basics
import Configuration
import Location
import Pages
import Wire

/// `whereismy share`: links that show others where this machine is, for a time.
enum ShareCommand {
    /// What is done.
    enum Action: String, CaseIterable {
        case add
        case list
        case revoke
    }

    static let table = OptionTable(
        usage: "whereismy share [OPTION]... [list|revoke ID]",
        summary: "Make a link that shows others the live page for a time; list and revoke such links.",
        options: NewShareOptions.options + [OutputFormat.option] + Option.shared + [.help, .version],
        operand: .words { [Action.list, .revoke].map(\.rawValue) })

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let operands = options.operands.isEmpty ? [Action.add.rawValue] : options.operands
        let (action, id) = try Operands.read(
            Action.self, from: operands, of: "share", named: [.revoke], nameKind: "name: an ID of share list")
        if action != .add, let odd = NewShareOptions.options.first(where: options.contains) {
            throw UsageError("--\(odd.name) goes with a new share alone")
        }
        let wish = try NewShareOptions.encode(options, in: context)
        let settings = try options.settings(environment: context.environment, files: context.files)
        let client = DaemonClient(settings, in: context)
        switch action {
        case .add: return try add(wish, client, format, in: context)
        case .list: return try list(client, format, in: context)
        case .revoke: return try Operands.revoke(in: "/v1/shares", name: id, client: client, format: format)
        }
    }

    private static func add(
        _ wish: [UInt8], _ client: DaemonClient, _ format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let request = ClientRequest(method: .post, target: "/v1/shares", content: wish)
        let (made, bytes) = try client.document(SharedLink.self, request)
        let complaint = made.reachabilityWarning ?? ""
        guard format == .text else { return CommandResult(output: bytes, diagnostics: complaint, code: .success) }
        let url = PrintableText.sanitized(made.url ?? "")
        let drawing = context.columns().flatMap { QRText.drawing(url, columns: $0) } ?? ""
        let end = "until \(context.localTime(iso8601: made.expires)), or: whereismy share revoke \(made.id)"
        let words = context.columns() == nil ? "" : PrintableText.sanitized(end) + "\n"
        return CommandResult(text: "\(url)\n\(drawing)\(words)", diagnostics: complaint, code: .success)
    }

    private struct Listed: Decodable {
        let shares: [SharedLink]
    }

    private static func list(
        _ client: DaemonClient, _ format: OutputFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        let (listed, bytes) = try client.document(Listed.self, ClientRequest(target: "/v1/shares"))
        guard format == .text else { return CommandResult(output: bytes, code: .success) }
        guard !listed.shares.isEmpty else { return CommandResult(diagnostics: "nothing is shared", code: .success) }
        return CommandResult(text: TextTable.text(listed.shares.map { $0.row(in: context) }), code: .success)
    }
}
