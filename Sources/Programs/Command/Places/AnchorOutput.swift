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

    /// Sets a watch and returns it.
    ///
    /// - Throws: ``DaemonError``, with the code `anchor-set` if there is a watch that is not to be replaced.
    func set(_ order: AnchorOrder, replacing: Bool) throws(DaemonError) -> AnchorSummary {
        let target = Self.target + (replacing ? "?replace=yes" : "")
        return try decode(client.send(ClientRequest(method: .post, target: target, content: order.bytes)).content)
    }

    /// Ends the watch.
    ///
    /// - Throws: ``DaemonError``.
    func end() throws(DaemonError) {
        _ = try client.send(ClientRequest(method: .delete, target: Self.target))
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
        guard let watch else {
            let message = "no anchor watch is set; fix: whereismy place anchor here"
            return CommandResult(text: format == .json ? "{}\n" : "", diagnostics: message, code: .nothingKnown)
        }
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
