import APIClient
import Basics
import Configuration
import JSON
import Location
import Pages
import Wire

/// The requests for the anchor watch.
struct AnchorClient {
    private static let target = "/v1/anchor"

    let client: DaemonClient

    /// Returns the watch; nil if none is set.
    ///
    /// - Throws: ``DaemonError``.
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

/// The results of `whereismy place anchor`.
struct AnchorOutput {
    let format: PlaceFormat
    let context: Context

    /// The watch, and the one that it has replaced; nil for none.
    func shown(_ watch: AnchorSummary?, replacing old: AnchorSummary? = nil) -> CommandResult {
        guard let watch else { return none(fix: "here") }
        let (diagnostics, code): (String, ExitCode) =
            if watch.isDragging {
                ("the anchor is dragging", .dragging)
            } else if watch.isLost {
                ("the anchor is not watched: no current position", .lastKnownOnly)
            } else {
                ("", .success)
            }
        guard format == .text else {
            return CommandResult(output: AnchorJSON.encode(watch) + [0x0A], diagnostics: diagnostics, code: code)
        }
        let ended = old.map { "ended: \(text($0))\n" } ?? ""
        return CommandResult(text: "\(ended)anchor: \(text(watch))\n", diagnostics: diagnostics, code: code)
    }

    /// No watch, and the operands that set one.
    func none(fix: String) -> CommandResult {
        let message = "no anchor watch is set; fix: whereismy place anchor \(fix)"
        return CommandResult(text: format == .json ? "{}\n" : "", diagnostics: message, code: .nothingKnown)
    }

    /// The watch that has ended.
    func ended(_ watch: AnchorSummary) -> CommandResult {
        guard format == .json else { return CommandResult(text: "ended: \(text(watch))\n", code: .success) }
        var json = JSONWriter()
        json.object { json in json.object("ended") { $0.members(of: watch) } }
        return CommandResult(output: json.bytes + [0x0A], code: .success)
    }

    /// The watch that stays.
    func refused(_ watch: AnchorSummary) -> CommandResult {
        CommandResult(diagnostics: "an anchor watch is set already: \(text(watch)); fix: --replace", code: .failure)
    }

    private func text(_ watch: AnchorSummary) -> String {
        let parts = [
            "\(DistanceText.text(watch.radius)) around \(PositionText.degrees(watch.coordinate))",
            "since \(context.localTime(watch.set))", watch.distance.map { "\(DistanceText.text($0)) from it" },
            watch.isDragging ? "DRAGGING" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}
