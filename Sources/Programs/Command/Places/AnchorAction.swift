import APIClient
import Basics
import Configuration
import JSON
import Location
import Pages
import Places
import Wire

/// `whereismy place anchor`: set, show and end the anchor watch.
struct AnchorAction {
    private enum Kind {
        case set(radius: Double, at: Coordinate?)
        case show
        case up
    }

    /// The names of the actions on an existing watch.
    static let names = ["up", "show"]

    private let kind: Kind
    /// The current report, if the anchor is to be set at the current position.
    private var current: CurrentReport?

    /// Parses the operands.
    ///
    /// - Throws: `UsageError`, or `ReportFileError`.
    init(_ options: ParsedOptions, operands: [String], currentReport: () throws -> CurrentReport) throws {
        if let word = operands.first, Self.names.contains(word) {
            guard operands.count == 1 else {
                throw UsageError("unexpected argument \(operands[1].debugDescription), see --help")
            }
            guard !options.contains(PlaceOptions.radius) else {
                throw UsageError("--radius is not supported by place anchor \(word)")
            }
            kind = word == "up" ? .up : .show
            return
        }
        let radius = try PlaceOptions.radius(options) ?? AnchorWatch.defaultRadius
        let position = operands.isEmpty ? nil : try Coordinate(operands: operands)
        kind = .set(radius: radius, at: position)
        if position == nil { current = try currentReport() }
    }

    /// Executes the action.
    ///
    /// - Throws: ``DaemonError``.
    func run(_ client: DaemonClient, _ format: PlaceFormat, in context: Context) throws(DaemonError) -> CommandResult {
        switch kind {
        case .set(let radius, let position):
            return try set(radius: radius, position: position, client: client, format: format, in: context)
        case .show:
            return try show(request: ClientRequest(target: Self.target), client: client, format: format, in: context)
        case .up:
            _ = try client.send(ClientRequest(method: .delete, target: Self.target))
            return CommandResult(text: format == .json ? "{}\n" : "", code: .success)
        }
    }

    private static let target = "/v1/anchor"

    private func set(
        radius: Double, position: Coordinate?, client: DaemonClient, format: PlaceFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        if let current, current.code != .success {
            let message = "no current position for the anchor: \(current.summary)"
            return CommandResult(diagnostics: message, code: current.code)
        }
        var json = JSONWriter()
        json.object { json in
            json.number("radius", radius, decimals: 3)
            json.number("latitude", position?.latitude, decimals: 9)
            json.number("longitude", position?.longitude, decimals: 9)
        }
        let request = ClientRequest(method: .post, target: Self.target, content: json.bytes)
        return try show(request: request, client: client, format: format, in: context)
    }

    /// The watch as returned by the daemon.
    private struct Watch: Decodable {
        let latitude: Double
        let longitude: Double
        let radius: Double
        let set: String
        let dragging: Bool
        /// Absent in responses of earlier versions.
        let lost: Bool?

        /// The alarm; nil while the anchor holds.
        var alarm: (text: String, code: ExitCode)? {
            if dragging { return ("the anchor is dragging", .failure) }
            return lost == true ? ("the anchor is not watched: no current position", .lastKnownOnly) : nil
        }
        let distance: Double?
    }

    private func show(
        request: ClientRequest, client: DaemonClient, format: PlaceFormat, in context: Context
    ) throws(DaemonError) -> CommandResult {
        guard let (watch, bytes) = try client.optionalDocument(Watch.self, request) else {
            return CommandResult(
                text: format == .json ? "{}\n" : "", diagnostics: "no anchor watch is set; fix: whereismy place anchor",
                code: .failure)
        }
        let code = watch.alarm?.code ?? .success
        let diagnostics = watch.alarm?.text ?? ""
        guard format == .text, let centre = Coordinate(latitude: watch.latitude, longitude: watch.longitude) else {
            return CommandResult(output: bytes, diagnostics: diagnostics, code: code)
        }
        let start = "anchor: \(DistanceText.text(watch.radius)) around \(PositionText.degrees(centre))"
        let distance = watch.distance.map { "\(DistanceText.text($0)) from it" }
        let parts = [start, "since \(context.localTime(iso8601: watch.set))", distance].compactMap { $0 }
        return CommandResult(
            text: PrintableText.sanitized(parts.joined(separator: ", ")) + "\n", diagnostics: diagnostics, code: code)
    }
}
