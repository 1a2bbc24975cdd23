import Basics
import Configuration
import FleetStore
import JSON

/// `whereismy-fleet team`: manage teams, their devices and members.
enum TeamCommand: FleetSubcommand {
    static let name = "team"

    enum Action: String, CaseIterable {
        case add, list, remove, device, member
    }

    private static let remove = Option("remove", help: "device, member: take it out of the team")
    private static let role = Option(
        "role", value: "ROLE", .words { TeamRole.allCases.map(\.name) },
        help: "member: last, history, share or admin (history)")

    static let table = OptionTable(
        usage: "whereismy-fleet team [OPTION]... [add TEAM|list|remove TEAM|device TEAM DEVICE|member TEAM MEMBER]",
        summary: "Add, list and remove teams, and change what belongs to them.",
        defaultAction: "list",
        options: [role, remove, .fleetQuiet, OutputFormat.option] + Option.fleetShared,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let (action, rest) = try FleetOperands.action(Action.self, from: options, of: Self.self)
        let what = "team \(action.rawValue)", now = context.now()
        let administration = { try Operator.administration(options, in: context) }
        switch action {
        case .list:
            _ = try FleetOperands.exactly(rest, [], of: what)
            return try list(administration(), options)
        case .add:
            let team = try FleetOperands.exactly(rest, ["name"], of: what)[0]
            try administration().addTeam(team, at: now)
            return .change("added \(team)", options)
        case .remove:
            let team = try FleetOperands.exactly(rest, ["name"], of: what)[0]
            try administration().removeTeam(team, at: now)
            return .change("removed \(team)", options)
        case .device:
            let names = try FleetOperands.exactly(rest, ["team", "device"], of: what)
            let device = try Operator.device(names[1])
            guard options.contains(remove) else {
                try administration().add(device, toTeam: names[0], at: now)
                return .change("\(names[0]) has \(device)", options)
            }
            try administration().remove(device, fromTeam: names[0], at: now)
            return .change("\(names[0]) no longer has \(device)", options)
        case .member:
            let names = try FleetOperands.exactly(rest, ["team", "member"], of: what)
            guard options.contains(remove) else {
                let role = try Operator.role(of: role, options) ?? .history
                try administration().setRole(role, of: names[1], inTeam: names[0], at: now)
                return .change("\(names[1]) has the role \(role.name) in \(names[0])", options)
            }
            try administration().removeRole(of: names[1], inTeam: names[0], at: now)
            return .change("\(names[1]) is no longer in \(names[0])", options)
        }
    }

    private static func list(
        _ administration: FleetAdministration, _ options: ParsedOptions
    ) throws -> OperatorResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let teams = try administration.teams()
        guard format == .text else {
            return .json { json in
                json.objects("teams", teams) { json, team in
                    json.string("name", team.name)
                    json.integer("devices", team.devices)
                    json.integer("members", team.members)
                }
            }
        }
        guard !teams.isEmpty else {
            return OperatorResult(diagnostics: "there are no teams; fix: whereismy-fleet team add", code: .nothingKnown)
        }
        let rows = teams.map { [$0.name, "\($0.devices)", "\($0.members)"] }
        return .text(TextTable.text([["NAME", "DEVICES", "MEMBERS"]] + rows))
    }
}
