import APIClient
import Basics
import CommandLine
import Configuration
import JSON
import Places
import PlacesFiles

/// `whereismy place`: manage the user's places and the anchor watch.
enum PlaceCommand: Subcommand {
    static let name = "place"

    static let table = OptionTable(
        usage: "whereismy place [OPTION]... [ACTION] [NAME] [LATITUDE,LONGITUDE]",
        summary: "Create, list, show, rename and remove your places; watch the anchor.",
        defaultAction: "list",
        options: PlaceOptions.all + [.quiet, PlaceFormat.option] + Option.display + CommandProgram.sharedOptions,
        operand: .each(of: PlaceAction.self),
        secondOperands: [PlaceAction.show, .remove, .rename].map { ($0.rawValue, .places) } + [
            (PlaceAction.import.rawValue, .files), (PlaceAction.anchor.rawValue, .words { AnchorAction.names }),
        ])

    static func rewrite(_ arguments: [String]) -> [String] { arguments.withNumbersLast }

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let (action, operands) = try action(PlaceAction.self, of: options)
        let rest = Array(operands)
        try action.validate(options, operands: rest)
        let format = try action.format(options)
        let settings = try context.settings(options)
        let client = DaemonClient(settings, in: context)
        let known = { try OwnPlaces.load(client, settings: settings, in: context) }
        let current = { try context.currentReport(settings) }
        let report = ChangeReport(options, isJSON: format == .json)
        switch action {
        case .add:
            return try NewPlace(options, operands: rest, currentReport: current, at: context.now()).add(
                client, report: report, style: context.display)
        case .list: return PlaceListing(current: try current(), style: context.display).list(try known(), format)
        case .show:
            return try PlaceListing(current: try current(), style: context.display).show(
                rest[0], of: try known(), format, in: context)
        case .remove: return try remove(rest[0], client: client, report: report)
        case .rename: return try rename(rest[0], to: rest[1], client: client, report: report)
        case .import: return try PlaceImport(options, file: rest[0], client).run(report)
        case .export: return PlaceExport(options).write(try known(), format)
        case .anchor:
            return try AnchorAction(options, operands: rest, currentReport: current).run(client, report, in: context)
        }
    }

    private static func remove(
        _ name: String, client: DaemonClient, report: ChangeReport
    ) throws(DaemonError) -> CommandResult {
        _ = try client.send(ClientRequest(method: .delete, target: path(of: name)))
        return report.result("removed", name)
    }

    private static func rename(
        _ name: String, to new: String, client: DaemonClient, report: ChangeReport
    ) throws -> CommandResult {
        let new = try PlaceName(operand: new).text
        let content = JSONWriter.object { $0.string("name", new) }
        let request = ClientRequest(method: .post, target: "\(path(of: name))/name", content: content)
        let response = try client.send(request)
        guard !report.isJSON else { return CommandResult(output: response.content) }
        return report.text("renamed \(PrintableText.sanitized(name)) to \(new)")
    }

    private static func path(of name: String) -> String { "/v1/places/own/\(ClientRequest.escaped(name))" }
}

struct PlaceExport {
    /// True to include the places of the configuration, which cannot be imported again on a machine that has them.
    private let includesConfigured: Bool

    init(_ options: ParsedOptions) {
        includesConfigured = options.contains(PlaceOptions.everything)
    }

    func write(_ own: OwnPlaces, _ format: PlaceFormat) -> CommandResult {
        let places = own.places.filter { includesConfigured || !$0.isConfigured }.map(\.place)
        let isHidden = places.isEmpty && !own.places.isEmpty
        let issues = own.issues + (isHidden ? ["all places are in the configuration; --all includes them"] : [])
        guard format == .otrw else {
            let diagnostics = issues.joined(separator: "\n")
            return CommandResult(output: PlacesGeoJSON.encode(places), diagnostics: diagnostics)
        }
        let (file, left) = OwnTracksWaypoints.encode(places)
        let message = left.map { "\($0.text.debugDescription) is not a circle and was left out" }
        return CommandResult(
            output: file, diagnostics: (issues + message).joined(separator: "\n"),
            code: left.isEmpty ? .success : .failure)
    }
}
