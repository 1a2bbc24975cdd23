import APIClient
import Basics
import CommandLine
import Location
import Pages
import Places
import PlacesFiles
import Queries

/// `whereismy place add`.
struct NewPlace {
    /// The default radius in metres.
    private static let defaultRadius = 100.0

    /// The new place; nil if it is to be at the current position and that is not known.
    private let place: Place?
    /// The current report, if no position was given.
    private let current: CurrentReport?
    private let replaces: Bool

    /// Parses the options; `rest` has the name, and optionally the position.
    init(
        _ options: ParsedOptions, operands rest: [String], currentReport: () throws -> CurrentReport, at now: Timestamp
    ) throws {
        guard Coordinate(rest[0]) == nil, Coordinate(rest.joined(separator: " ")) == nil else {
            throw UsageError("place add needs the name of a place before its position")
        }
        let name = try PlaceName(operand: rest[0])
        let dwell = try PlaceOptions.dwell(options)
        let operands = Array(rest.dropFirst())
        replaces = options.contains(PlaceOptions.replace)
        if let file = options.value(of: PlaceOptions.polygon) {
            current = nil
            let shape = try Self.polygon(file: file, options: options, operands: operands)
            place = Place(name: name, shape: shape, dwell: dwell, created: now)
        } else {
            let radius = try PlaceOptions.radius(options) ?? Self.defaultRadius
            let position = operands.isEmpty ? nil : try Coordinate(operands: operands)
            current = position == nil ? try currentReport() : nil
            let here = current?.code == .success ? current?.fix?.coordinate : nil
            let circle = (position ?? here).flatMap { PlaceCircle(centre: $0, radius: radius) }
            place = circle.flatMap { Place(name: name, shape: .circle($0), dwell: dwell, created: now) }
        }
    }

    private static func polygon(
        file: String, options: ParsedOptions, operands: [String]
    ) throws -> PlaceShape {
        guard operands.isEmpty else { throw UsageError("--polygon and a position cannot be combined") }
        guard !options.contains(PlaceOptions.radius) else {
            throw UsageError("--polygon and --radius cannot be combined")
        }
        let bytes = try PlacesInput.read(file)
        do throws(PlacesFormatError) { return .polygon(try PlacesGeoJSON.polygon(bytes)) } catch {
            throw PlacesInput.InputError(file: file, reason: error.description)
        }
    }

    func add(
        _ client: DaemonClient, report: ChangeReport, style: DisplayStyle
    ) throws(DaemonError) -> CommandResult {
        guard let place else {
            let text = current?.summary ?? "no position is known"
            return CommandResult(
                diagnostics: "no current position for the place: \(text)", code: current?.code ?? .failure)
        }
        let target = "/v1/places/own" + (replaces ? "?replace=yes" : "")
        let content = PlacesGeoJSON.feature(place)
        let response: DaemonResponse
        do throws(DaemonError) {
            response = try client.send(ClientRequest(method: .post, target: target, content: content))
        } catch {
            throw error.suggestingReplace
        }
        guard !report.isJSON else {
            return CommandResult(output: response.content, diagnostics: warning)
        }
        var result = report.text("\(place.name): \(PlaceDescription.shape(place.shape, style))")
        result.diagnostics = warning
        return result
    }

    /// A warning if the place is smaller than the accuracy of its position.
    private var warning: String {
        guard case .circle(let circle) = place?.shape, let radius = current?.fix?.horizontalAccuracy?.radius,
            radius > circle.radius
        else { return "" }
        return "the position is only known to \(AccuracyText.text(radius)), which is more than the radius of the place"
    }
}
