import Access
import Basics
import Configuration
import FleetProtocol
import FleetStore
import JSON
import Linux

/// `whereismy-fleet share`: links that show a device or a team to others.
enum FleetShareCommand: FleetSubcommand {
    static let name = "share"

    enum Action: String, CaseIterable {
        case add, list, end
    }

    private static let device = Option("device", value: "DEVICE", help: "add: show this device")
    private static let team = Option("team", value: "TEAM", help: "add: show the devices of this team")
    private static let lasting = Option("for", value: "TIME", help: "add: for this time, such as 8h or 3d (2h)")
    private static let precision = Option(
        "precision", value: "DISTANCE", help: "add: round positions to this distance, such as 500m")
    private static let delay = Option("delay", value: "TIME", help: "add: show positions so much later")
    private static let label = Option("label", value: "TEXT", help: "add: a title for the page")

    static let table = OptionTable(
        usage: "whereismy-fleet share [OPTION]... [add|list|end NAME]",
        summary: "Create, list and end links that show a device or a team to others, without an account.",
        defaultAction: "list",
        options: [device, team, lasting, precision, delay, label, .fleetQuiet, OutputFormat.option]
            + Option.fleetShared,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let (action, rest) = try FleetOperands.action(Action.self, from: options, of: Self.self)
        let names = try FleetOperands.exactly(rest, action == .end ? ["name"] : [], of: "share \(action.rawValue)")
        switch action {
        case .add: return try add(options, in: context)
        case .list: return try list(options, in: context)
        case .end:
            try Operator.administration(options, in: context).endShare(names[0], at: context.now())
            return .change("ended \(names[0])", options)
        }
    }

    private static func add(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let settings = try FleetConfiguration.settings(options, in: context)
        let subject: FleetShare.Subject
        switch (options.value(of: device), options.value(of: team)) {
        case (let text?, nil): subject = .device(try Operator.device(text))
        case (nil, let name?): subject = .team(name)
        default: throw UsageError("share add needs either --device or --team")
        }
        var choice = ShareOptions(label: options.value(of: label))
        if let time = try Operator.duration(of: lasting, options) { choice.end = .after(time) }
        if let time = try Operator.duration(of: delay, options) { choice.delay = time }
        if let text = options.value(of: precision) {
            guard let metres = Double(distance: text), (1...100_000).contains(metres) else {
                throw UsageError("--precision: \(text.debugDescription) is not a distance from 1m to 100km")
            }
            choice.precision = metres
        }
        let (share, secret) = try Operator.administration(options, in: context)
            .addShare(of: subject, choice, at: context.now())
        return .text(
            "\(settings.linkAddress)/s/\(secret.text)/\n",
            diagnostics: "share \(share.name), until \(share.expires.iso8601); the link is shown only once")
    }

    private static func list(_ options: ParsedOptions, in context: OperatorContext) throws -> OperatorResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let shares = try FleetAccess(try Operator.connect(options, in: context)).shares()
        guard format == .text else {
            return .json { json in
                json.objects("shares", shares) { json, share in
                    json.string("name", share.name)
                    switch share.subject {
                    case .device(let name): json.string("device", name.text)
                    case .team(let name): json.string("team", name)
                    }
                    json.string("label", share.label)
                    json.time("created", share.created)
                    json.time("expires", share.expires)
                }
            }
        }
        guard !shares.isEmpty else { return OperatorResult(diagnostics: "there are no shares", code: .nothingKnown) }
        let rows = shares.map { share in
            let subject =
                switch share.subject {
                case .device(let name): "device \(name)"
                case .team(let name): "team \(name)"
                }
            return [share.name, subject, "until \(share.expires.iso8601)", share.label ?? ""]
        }
        return .text(TextTable.text(rows))
    }
}
