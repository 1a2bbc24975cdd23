import APIClient
import Configuration
import JSON
import Location
import Places
import Wire

/// `whereismy place`: the owner's places, and the anchor watch.
enum PlaceCommand {
    static let table = OptionTable(
        usage: "whereismy place [OPTION]... ACTION [NAME] [LATITUDE,LONGITUDE]",
        summary: "Make places of your own, list, show, rename and remove them; watch the anchor.",
        options: PlaceOptions.all + [PlaceFormat.option] + Option.shared + [.help, .version],
        operand: .each(of: PlaceAction.self),
        followers: [PlaceAction.show, .remove, .rename].map { ($0.rawValue, .places) } + [
            (PlaceAction.import.rawValue, .files), (PlaceAction.anchor.rawValue, .words { AnchorOrder.words }),
        ])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let (action, rest) = try Operands.action(PlaceAction.self, options.operands, of: "place")
        try action.check(options, rest: rest)
        let format = try action.format(options)
        let settings = try options.settings(environment: context.environment, files: context.files)
        let client = DaemonClient(settings, in: context)
        let known = { try OwnPlaces.known(client, settings, in: context) }
        let here = { try context.answer(settings) }
        switch action {
        case .add: return try NewPlace(options, rest, here, at: context.now()).add(client, format)
        case .list: return PlaceListing(here: try here()).list(try known(), format)
        case .show: return try PlaceListing(here: try here()).show(rest[0], of: try known(), format, in: context)
        case .remove: return try remove(rest[0], client, format)
        case .rename: return try rename(rest[0], to: rest[1], client, format)
        case .import: return try PlaceImport(options, file: rest[0], client).run(format)
        case .export: return PlaceExport(options).write(try known(), format)
        case .anchor: return try AnchorOrder(options, rest, here).run(client, format, in: context)
        }
    }

    private static func remove(
        _ name: String, _ client: DaemonClient, _ format: PlaceFormat
    ) throws(DaemonError) -> Outcome {
        _ = try client.ask(ClientRequest(method: .delete, target: path(of: name)))
        guard format == .json else { return Outcome(code: .success) }
        var json = JSONWriter()
        json.object { $0.string("removed", name) }
        return Outcome(output: json.bytes + [0x0A], code: .success)
    }

    private static func rename(
        _ name: String, to new: String, _ client: DaemonClient, _ format: PlaceFormat
    ) throws -> Outcome {
        let new = try PlaceName(operand: new).text
        var json = JSONWriter()
        json.object { $0.string("name", new) }
        let request = ClientRequest(method: .post, target: "\(path(of: name))/name", content: json.bytes)
        let reply = try client.ask(request)
        return Outcome(output: format == .json ? reply.content : [], code: .success)
    }

    private static func path(of name: String) -> String { "/v1/places/own/\(ClientRequest.escaped(name))" }
}
