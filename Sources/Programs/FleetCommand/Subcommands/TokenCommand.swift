import Access
import Basics
import Configuration
import FleetStore
import JSON

/// `whereismy-fleet token`: manage the tokens of programs and of devices.
enum FleetTokenCommand: FleetSubcommand {
    static let name = "token"

    enum Action: String, CaseIterable {
        case add, list, revoke
    }

    private static let device = Option(
        "device", value: "DEVICE", help: "add: a further token of this device; revoke: all")
    private static let member = Option(
        "member", value: "MEMBER", help: "a token of a program with this member's rights")
    private static let role = Option(
        "role", value: "ROLE", .words { TeamRole.allCases.map(\.name) },
        help: "add, with --member: at most this role: last, history, share or admin")
    private static let expires = Option("expires", value: "TIME", help: "add: valid until then, such as 2027-01-31")

    static let table = OptionTable(
        usage: "whereismy-fleet token [OPTION]... [add [NAME]|list|revoke [NAME]]",
        summary: "Create, list and revoke tokens: NAME with --member for a program, --device for a device.",
        defaultAction: "list",
        options: [device, member, role, expires, .fleetQuiet, OutputFormat.option] + Option.fleetShared,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let (action, rest) = try FleetOperands.action(Action.self, from: options, of: Self.self)
        let what = "token \(action.rawValue)"
        guard action != .list else {
            _ = try FleetOperands.exactly(rest, [], of: what)
            return try list(options, in: context)
        }
        let limit = try Operator.role(of: role, options)
        guard limit == nil || action == .add && !options.contains(device) else {
            throw UsageError("--role is for token add with --member")
        }
        if let text = options.value(of: device) {
            _ = try FleetOperands.exactly(rest, [], of: "\(what) --device")
            let device = try Operator.device(text)
            let administration = try Operator.administration(options, in: context)
            guard action == .revoke else {
                return shown(try administration.addDeviceToken(device, at: context.now()))
            }
            let count = try administration.revokeDeviceTokens(device, at: context.now())
            return .change("revoked \(count) tokens of \(device)", options)
        }
        guard let owner = options.value(of: member) else { throw UsageError("\(what) needs --device or --member") }
        let name = try FleetOperands.exactly(rest, ["name"], of: what)[0]
        let end = try Operator.moment(of: expires, options, in: context)
        let administration = try Operator.administration(options, in: context)
        guard action == .revoke else {
            return shown(try administration.addToken(name, of: owner, role: limit, expires: end, at: context.now()))
        }
        try administration.revokeToken(name, of: owner, at: context.now())
        return .change("revoked \(name)", options)
    }

    private static func shown(_ token: Secret) -> OperatorResult {
        .text("\(token.text)\n", diagnostics: "the token is shown only once; store it now")
    }

    private static func list(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let tokens = try Operator.administration(options, in: context).tokens()
        guard format == .text else {
            return .json { json in
                json.objects("tokens", tokens) { json, token in
                    json.string("name", token.name)
                    json.string("member", token.member)
                    json.word("role", token.role?.name)
                    json.time("created", token.created)
                    json.time("lastUsed", token.lastUsed)
                    json.time("expires", token.expires)
                }
            }
        }
        guard !tokens.isEmpty else {
            return OperatorResult(diagnostics: "there are no tokens of programs", code: .nothingKnown)
        }
        let rows = tokens.map { token in
            [
                token.name, token.member, token.role?.name ?? "",
                "used \(Operator.age(token.lastUsed, at: context.now()))",
                token.expires.map { "until \($0.iso8601)" } ?? "",
            ]
        }
        return .text(TextTable.text(rows))
    }
}
