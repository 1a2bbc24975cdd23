import APIClient
import Basics
import CommandLine
import Location
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

    func run(_ client: DaemonClient, _ report: ChangeReport, in context: Context) throws(DaemonError) -> CommandResult {
        let watch = AnchorClient(client: client)
        let output = AnchorOutput(report: report, context: context)
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
            return output.changed(try watch.set(order, replacing: old), replacing: old)
        } catch {
            // Another program has set a watch since.
            guard error.problemCode == "anchor-set", let old = try watch.current() else { throw error }
            return output.refused(old)
        }
    }
}

struct AnchorClient {
    private static let target = "/v1/anchor"

    let client: DaemonClient

    /// Returns the watch; nil if none is set.
    func current() throws(DaemonError) -> AnchorSummary? {
        let response = try client.send(ClientRequest(target: Self.target))
        return response.content.isEmpty ? nil : try decode(response.content)
    }

    /// Sets a watch, in place of another one or of none, and returns it.
    ///
    /// - Throws: ``DaemonError``, with the code `anchor-set` or `anchor-changed` if another program has set a watch.
    func set(_ order: AnchorOrder, replacing old: AnchorSummary?) throws(DaemonError) -> AnchorSummary {
        let target = Self.target + (old.map { "?replace=yes&set=\($0.set.iso8601)" } ?? "")
        return try decode(client.send(ClientRequest(method: .post, target: target, content: order.bytes)).content)
    }

    /// Ends a watch.
    ///
    /// - Throws: ``DaemonError``, with the code `anchor-changed` if another program has replaced it.
    func end(_ watch: AnchorSummary) throws(DaemonError) {
        _ = try client.send(ClientRequest(method: .delete, target: Self.target + "?set=\(watch.set.iso8601)"))
    }

    private func decode(_ bytes: [UInt8]) throws(DaemonError) -> AnchorSummary {
        do throws(ReportJSONError) { return try AnchorJSON.decode(bytes) } catch {
            throw DaemonError(client.path, damaged: error)
        }
    }
}
