import APIClient
import Basics
import Configuration
import JSON
import Location
import Places
import Wire

/// `whereismy place anchor`: show, set, change and end the anchor watch.
struct AnchorAction {
    private enum Kind {
        case show
        case set(AnchorOrder)
        /// The anchor stays.
        case resize(radius: Double)
        case up
    }

    /// The words in place of a position.
    static let names = ["here", "up", "show"]

    private let kind: Kind
    private let replaces: Bool
    /// The current report, if the anchor is to be set at the current position.
    private var current: CurrentReport?

    /// Parses the operands.
    ///
    /// - Throws: `UsageError`, or `ReportFileError`.
    init(_ options: ParsedOptions, operands: [String], currentReport: () throws -> CurrentReport) throws {
        replaces = options.contains(PlaceOptions.replace)
        switch operands.first {
        case "up", "show":
            let word = try Self.onlyWord(of: operands)
            try Self.refuse(PlaceOptions.ofAnchor, options, with: "place anchor \(word)")
            kind = word == "up" ? .up : .show
        case nil:
            try Self.refuse(
                [PlaceOptions.bearing, PlaceOptions.distance], options, with: "place anchor without a position")
            let radius = try PlaceOptions.radius(options)
            guard radius != nil || !replaces else {
                throw UsageError("place anchor --replace needs here or a position")
            }
            kind = radius.map { .resize(radius: $0) } ?? .show
        default:
            let position = operands[0] == "here" ? nil : try Coordinate(operands: operands)
            if position == nil { _ = try Self.onlyWord(of: operands) }
            kind = .set(try AnchorOrder(options, at: position))
            if position == nil { current = try currentReport() }
        }
    }

    private static func onlyWord(of operands: [String]) throws(UsageError) -> String {
        guard operands.count == 1 else {
            throw UsageError("unexpected argument \(operands[1].debugDescription), see --help")
        }
        return operands[0]
    }

    private static func refuse(
        _ unsupported: [Option], _ options: ParsedOptions, with action: String
    ) throws(UsageError) {
        guard let odd = unsupported.first(where: options.contains) else { return }
        throw UsageError("--\(odd.name) is not supported by \(action)")
    }

    /// Executes the action.
    ///
    /// - Throws: ``DaemonError``.
    func run(_ client: DaemonClient, _ format: PlaceFormat, in context: Context) throws(DaemonError) -> CommandResult {
        let watch = AnchorClient(client: client)
        let output = AnchorOutput(format: format, context: context)
        switch kind {
        case .show: return output.shown(try watch.current())
        case .set(let order):
            if let current, current.code != .success {
                let message = "no current position for the anchor: \(current.summary)"
                return CommandResult(diagnostics: message, code: current.code)
            }
            return try set(order, of: watch, replacing: try watch.current(), output: output)
        case .resize(let radius):
            guard let old = try watch.current() else { return output.none(fix: "here --radius 60m") }
            let order = AnchorOrder(radius: radius, position: old.coordinate)
            return try set(order, of: watch, replacing: old, output: output)
        case .up:
            guard let old = try watch.current() else { return output.shown(nil) }
            try watch.end(old)
            return output.ended(old)
        }
    }

    private func set(
        _ order: AnchorOrder, of watch: AnchorClient, replacing old: AnchorSummary?, output: AnchorOutput
    ) throws(DaemonError) -> CommandResult {
        // Daemons before 0.2 replace a watch without --replace.
        if let old, !replaces { return output.refused(old) }
        do throws(DaemonError) {
            return output.shown(try watch.set(order, replacing: old), replacing: old)
        } catch {
            // Another program has set a watch since.
            guard error.problemCode == "anchor-set", let old = try watch.current() else { throw error }
            return output.refused(old)
        }
    }
}

/// An anchor watch to be set.
struct AnchorOrder {
    private static let distances = 0.0...1000.0

    /// The radius of the swing circle in metres.
    let radius: Double
    /// The position of the boat, or of the anchor without an offset; nil for the current position.
    let position: Coordinate?
    /// The direction in degrees and the distance in metres from the position to the anchor; nil if it is there.
    var offset: (bearing: Double, distance: Double)?

    /// Creates an order for an anchor at a position.
    init(radius: Double, position: Coordinate?) {
        (self.radius, self.position) = (radius, position)
    }

    /// Parses the options.
    ///
    /// - Throws: `UsageError`.
    init(_ options: ParsedOptions, at position: Coordinate?) throws(UsageError) {
        self.init(radius: try PlaceOptions.radius(options) ?? AnchorWatch.defaultRadius, position: position)
        let (bearing, distance) = (options.value(of: PlaceOptions.bearing), options.value(of: PlaceOptions.distance))
        guard bearing != nil || distance != nil else { return }
        guard let bearing, let distance else { throw UsageError("--bearing and --distance need each other") }
        guard let degrees = Double(bearing), (0...360).contains(degrees) else {
            throw UsageError("--bearing: \(Self.quoted(bearing)) is not a direction from 0 to 360 degrees, such as 210")
        }
        guard let metres = Double(distance: distance), Self.distances.contains(metres) else {
            throw UsageError("--distance: \(Self.quoted(distance)) is not a distance up to 1km, such as 25m")
        }
        offset = (degrees, metres)
    }

    /// The body of the request.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.number("radius", radius, decimals: 3)
            json.number("latitude", position?.latitude, decimals: 9)
            json.number("longitude", position?.longitude, decimals: 9)
            json.number("bearing", offset?.bearing, decimals: 3)
            json.number("distance", offset?.distance, decimals: 3)
        }
        return json.bytes
    }

    private static func quoted(_ text: String) -> String { String(text.prefix(80)).debugDescription }
}
