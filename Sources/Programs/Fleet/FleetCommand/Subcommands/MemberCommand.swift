import CommandLine
import FleetStore
import JSON

/// `whereismy-fleet member`: manage the people who see devices.
enum MemberCommand: Subcommand {
    static let name = "member"

    enum Action: String, CaseIterable {
        case add, list, remove
    }

    private static let admin = Option("admin", help: "add: may see and manage everything")
    private static let login = Option(
        "login", value: "ROLE",
        help: "add, as postgres: a login role of the database, which then sees by SQL what the member sees")

    static let table = OptionTable(
        usage: "whereismy-fleet member [OPTION]... [add NAME|list|remove NAME]",
        summary: "Add, list and remove members. The name is what a reverse proxy says, such as an e-mail address.",
        defaultAction: "list",
        options: [admin, login, .quiet, OutputFormat.option] + FleetProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let (action, name) = try action(Action.self, of: options) { $0 == .list ? nil : "name" }
        let administration = try context.administration(options)
        switch action {
        case .list: return try list(administration, options)
        case .add:
            try administration.addMember(
                name, isAdmin: options.contains(admin), login: options.value(of: login), at: context.now())
            return .change("added \(name)", options)
        case .remove:
            try administration.removeMember(name, at: context.now())
            return .change("removed \(name)", options)
        }
    }

    private static func list(
        _ administration: FleetAdministration, _ options: ParsedOptions
    ) throws -> CommandResult {
        .list(
            "members", in: try options.outputFormat(), try administration.members(),
            none: "there are no members; fix: whereismy-fleet member add", heading: ["NAME", "", "TEAMS"],
            row: { member in
                let roles = member.roles.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.name)" }
                return [member.name, member.isAdmin ? "admin" : "", roles.joined(separator: " ")]
            },
            members: { json, member in
                json.string("name", member.name)
                json.boolean("isAdmin", member.isAdmin)
                json.object("roles") { json in
                    for (team, role) in member.roles.sorted(by: { $0.key < $1.key }) { json.word(team, role.name) }
                }
            })
    }
}
