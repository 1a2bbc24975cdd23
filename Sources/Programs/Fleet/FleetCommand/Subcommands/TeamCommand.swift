import CommandLine
import FleetProtocol
import FleetStore
import JSON

/// `whereismy-fleet team`: manage teams, their devices and members.
enum TeamCommand: Subcommand {
    static let name = "team"

    enum Action: String, CaseIterable {
        case add, list, remove, device, member

        /// The kinds of the operands.
        var operands: [String] {
            switch self {
            case .list: []
            case .add, .remove: ["name"]
            case .device: ["team", "device"]
            case .member: ["team", "member"]
            }
        }
    }

    private static let remove = Option("remove", help: "device, member: take it out of the team")
    private static let role = Option(
        "role", value: "ROLE", .words { TeamRole.allCases.map(\.name) },
        help: "member: last, history, share or admin (history)")

    static let table = OptionTable(
        usage: "whereismy-fleet team [OPTION]... [add TEAM|list|remove TEAM|device TEAM DEVICE|member TEAM MEMBER]",
        summary: "Add, list and remove teams, and change what belongs to them.",
        defaultAction: "list",
        options: [role, remove, .quiet, OutputFormat.option] + FleetProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let (action, names) = try action(Action.self, of: options, operands: \.operands)
        let administration = { try context.administration(options) }, now = context.now()
        switch action {
        case .list: return try list(administration(), options)
        case .add:
            try administration().addTeam(names[0], at: now)
            return .change("added \(names[0])", options)
        case .remove:
            try administration().removeTeam(names[0], at: now)
            return .change("removed \(names[0])", options)
        case .device:
            let device = try DeviceName(operand: names[1])
            guard options.contains(remove) else {
                try administration().add(device, toTeam: names[0], at: now)
                return .change("\(names[0]) has \(device)", options)
            }
            try administration().remove(device, fromTeam: names[0], at: now)
            return .change("\(names[0]) no longer has \(device)", options)
        case .member:
            guard options.contains(remove) else {
                let role = try options.role(of: role) ?? .history
                try administration().setRole(role, of: names[1], inTeam: names[0], at: now)
                return .change("\(names[1]) has the role \(role.name) in \(names[0])", options)
            }
            try administration().removeRole(of: names[1], inTeam: names[0], at: now)
            return .change("\(names[1]) is no longer in \(names[0])", options)
        }
    }

    private static func list(
        _ administration: FleetAdministration, _ options: ParsedOptions
    ) throws -> CommandResult {
        .list(
            "teams", in: try options.outputFormat(), try administration.teams(),
            none: "there are no teams; fix: whereismy-fleet team add", heading: ["NAME", "DEVICES", "MEMBERS"],
            row: { [$0.name, "\($0.devices)", "\($0.members)"] },
            members: { json, team in
                json.string("name", team.name)
                json.integer("devices", team.devices)
                json.integer("members", team.members)
            })
    }
}
