import Access
import CommandLine
import Configuration
import FleetProtocol
import FleetStore
import JSON

/// `whereismy-fleet share`: links that show a device or a team to others.
enum FleetShareCommand: Subcommand {
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
    private static let label = Option("label", value: "TEXT", help: "add: a title that others see")
    private static let note = Option("note", value: "TEXT", help: "add: a note in the list that others do not see")

    static let table = OptionTable(
        usage: "whereismy-fleet share [OPTION]... [add|list|end NAME]",
        summary: "Create, list and end links that show a device or a team to others, without an account.",
        defaultAction: "list",
        options: [device, team, lasting, precision, delay, label, note, .quiet, OutputFormat.option]
            + FleetProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let (action, name) = try action(Action.self, of: options) { $0 == .end ? "name" : nil }
        switch action {
        case .add: return try add(options, in: context)
        case .list: return try list(options, in: context)
        case .end:
            try context.administration(options).endShare(name, at: context.now())
            return .change("ended \(name)", options)
        }
    }

    private static func add(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        let settings = try context.settings(options)
        let subject: FleetShare.Subject
        switch (options.value(of: device), options.value(of: team)) {
        case (let text?, nil): subject = .device(try DeviceName(operand: text))
        case (nil, let name?): subject = .team(name)
        default: throw UsageError("share add needs either --device or --team")
        }
        var choice = ShareOptions(label: options.value(of: label), note: options.value(of: note))
        if let time = try options.value(of: lasting, as: .span) { choice.end = .after(time) }
        if let time = try options.value(of: delay, as: .span) { choice.delay = time }
        let distance = ValueSyntax.distance("a distance from 1m to 100km", within: 1...100_000)
        if let metres = try options.value(of: precision, as: distance) { choice.precision = metres }
        let (share, secret) = try context.administration(options)
            .addShare(of: subject, choice, at: context.now())
        return CommandResult(
            text:
                "\(settings.linkAddress)/s/\(secret.text)/\n",
            diagnostics: "share \(share.name), until \(context.localTime(share.expires)); the link is shown only once")
    }

    private static func list(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        .list(
            "shares", in: try options.outputFormat(), try FleetAccess(context.connect(options)).shares(),
            none: "there are no shares",
            row: { [$0.name, $0.subject.text, "until \(context.localTime($0.expires))", $0.text] },
            members: { json, share in
                json.string("name", share.name)
                switch share.subject {
                case .device(let name): json.string("device", name.text)
                case .team(let name): json.string("team", name)
                }
                json.string("label", share.label)
                json.string("note", share.note)
                json.time("created", share.created)
                json.time("expires", share.expires)
            })
    }
}

extension FleetShare {
    /// The title, and the note in parentheses; empty without both.
    fileprivate var text: String { [label, note.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ") }
}

extension FleetShare.Subject {
    /// The subject for people.
    fileprivate var text: String {
        switch self {
        case .device(let name): "device \(name)"
        case .team(let name): "team \(name)"
        }
    }
}
