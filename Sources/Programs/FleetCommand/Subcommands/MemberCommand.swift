import Basics
import Configuration
import FleetStore
import JSON
import PostgreSQL

/// `whereismy-fleet member`: manage the people who see devices.
enum MemberCommand: FleetSubcommand {
    static let name = "member"

    enum Action: String, CaseIterable {
        case add, list, remove
    }

    private static let admin = Option("admin", help: "add: may see and manage everything")
    private static let login = Option(
        "login", value: "ROLE", help: "add: a login role of the database, which then sees by SQL what the member sees")

    static let table = OptionTable(
        usage: "whereismy-fleet member [OPTION]... [add NAME|list|remove NAME]",
        summary: "Add, list and remove members. The name is what a reverse proxy says, such as an e-mail address.",
        defaultAction: "list",
        options: [admin, login, .fleetQuiet, OutputFormat.option] + Option.fleetShared,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let (action, rest) = try FleetOperands.action(Action.self, from: options, of: Self.self)
        let names = try FleetOperands.exactly(rest, action == .list ? [] : ["name"], of: "member \(action.rawValue)")
        let connection = try Operator.connect(options, in: context)
        let administration = FleetAdministration(connection, actor: "command")
        switch action {
        case .list: return try list(administration, options)
        case .add:
            let role = options.value(of: login)
            try administration.addMember(
                names[0], isAdmin: options.contains(admin), login: role, at: context.now())
            if let role {
                // Only who may grant the role can do this: the superuser, or the owner.
                try connection.execute("RESET ROLE")
                try FleetSchema.grantAnalysis(to: role, connection)
            }
            return .change("added \(names[0])", options)
        case .remove:
            try administration.removeMember(names[0], at: context.now())
            return .change("removed \(names[0])", options)
        }
    }

    private static func list(
        _ administration: FleetAdministration, _ options: ParsedOptions
    ) throws -> OperatorResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let members = try administration.members()
        guard format == .text else {
            return .json { json in
                json.objects("members", members) { json, member in
                    json.string("name", member.name)
                    json.boolean("isAdmin", member.isAdmin)
                    json.object("roles") { json in
                        for (team, role) in member.roles.sorted(by: { $0.key < $1.key }) { json.word(team, role.name) }
                    }
                }
            }
        }
        guard !members.isEmpty else {
            return OperatorResult(
                diagnostics: "there are no members; fix: whereismy-fleet member add", code: .nothingKnown)
        }
        let rows = members.map { member in
            let roles = member.roles.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.name)" }
            return [member.name, member.isAdmin ? "admin" : "", roles.joined(separator: " ")]
        }
        return .text(TextTable.text([["NAME", "", "TEAMS"]] + rows))
    }
}
