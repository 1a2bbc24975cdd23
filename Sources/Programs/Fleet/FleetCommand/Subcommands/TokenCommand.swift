import Access
import Basics
import CommandLine
import FleetProtocol
import FleetStore
import JSON

/// `whereismy-fleet token`: manage the tokens of programs and of devices.
enum FleetTokenCommand: Subcommand {
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
        options: [device, member, role, expires, .quiet, OutputFormat.option] + FleetProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let ofDevice = options.value(of: device), ofMember = options.value(of: member)
        let given = try action(Action.self, of: options).action
        if given != .list, ofDevice == nil, ofMember == nil {
            throw UsageError("token \(given.rawValue) needs --device or --member")
        }
        let (action, name) = try action(Action.self, of: options) { $0 != .list && ofDevice == nil ? "name" : nil }
        guard action != .list else { return try list(options, in: context) }
        let limit = try options.role(of: role)
        guard limit == nil || action == .add && !options.contains(device) else {
            throw UsageError("--role is for token add with --member")
        }
        if let text = ofDevice {
            let device = try DeviceName(operand: text)
            let administration = try context.administration(options)
            guard action == .revoke else {
                return shown(try administration.addDeviceToken(device, at: context.now()))
            }
            let count = try administration.revokeDeviceTokens(device, at: context.now())
            return .change("revoked \(count) tokens of \(device)", options)
        }
        let owner = ofMember ?? ""
        let end = try context.moment(of: expires, in: options)
        let administration = try context.administration(options)
        guard action == .revoke else {
            return shown(try administration.addToken(name, of: owner, role: limit, expires: end, at: context.now()))
        }
        try administration.revokeToken(name, of: owner, at: context.now())
        return .change("revoked \(name)", options)
    }

    private static func shown(_ token: Secret) -> CommandResult {
        CommandResult(text: "\(token.text)\n", diagnostics: "the token is shown only once; store it now")
    }

    private static func list(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        .list(
            "tokens", in: try options.outputFormat(), try context.administration(options).tokens(),
            none: "there are no tokens of programs",
            row: { token in
                [
                    token.name, token.member, token.role?.name ?? "",
                    "used \(context.age(token.lastUsed))",
                    token.expires.map { "until \($0.iso8601)" } ?? "",
                ]
            },
            members: { json, token in
                json.string("name", token.name)
                json.string("member", token.member)
                json.word("role", token.role?.name)
                json.time("created", token.created)
                json.time("lastUsed", token.lastUsed)
                json.time("expires", token.expires)
            })
    }
}
