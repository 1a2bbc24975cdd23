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
        options: ShareWish.options + [AnswerFormat.option] + Option.shared + [.help, .version],
        operand: .words { [Action.list, .revoke].map(\.rawValue) })

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let operands = options.operands.isEmpty ? [Action.add.rawValue] : options.operands
        let (action, id) = try Operands.read(
            Action.self, operands, of: "share", named: [.revoke], "name: an ID of share list")
        if action != .add, let odd = ShareWish.options.first(where: options.contains) {
            throw UsageError("--\(odd.name) goes with a new share alone")
        }
        let wish = try ShareWish.read(options, in: context)
        let settings = try options.settings(environment: context.environment, files: context.files)
        let client = DaemonClient(settings, in: context)
        switch action {
        case .add: return try add(wish, client, format, in: context)
        case .list: return try list(client, format, in: context)
        case .revoke: return try Operands.revoke("/v1/shares", id, client, format)
        }
    }

    private static func add(
        _ wish: [UInt8], _ client: DaemonClient, _ format: AnswerFormat, in context: Context
    ) throws(DaemonError) -> Outcome {
        let request = ClientRequest(method: .post, target: "/v1/shares", content: wish)
        let (made, bytes) = try client.document(SharedLink.self, request)
        let complaint = made.warning ?? ""
        guard format == .text else { return Outcome(output: bytes, complaint: complaint, code: .success) }
        let url = PrintableText.text(made.url ?? "")
        let drawing = context.columns().flatMap { QRText.drawing(url, columns: $0) } ?? ""
        let end = "until \(context.localTime(iso8601: made.expires)), or: whereismy share revoke \(made.id)"
        let words = context.columns() == nil ? "" : PrintableText.text(end) + "\n"
        return Outcome(text: "\(url)\n\(drawing)\(words)", complaint: complaint, code: .success)
    }

    private struct Listed: Decodable {
        let shares: [SharedLink]
    }

    private static func list(
        _ client: DaemonClient, _ format: AnswerFormat, in context: Context
    ) throws(DaemonError) -> Outcome {
        let (listed, bytes) = try client.document(Listed.self, ClientRequest(target: "/v1/shares"))
        guard format == .text else { return Outcome(output: bytes, code: .success) }
        guard !listed.shares.isEmpty else { return Outcome(complaint: "nothing is shared", code: .success) }
        return Outcome(text: TextTable.text(listed.shares.map { $0.row(in: context) }), code: .success)
    }
}
