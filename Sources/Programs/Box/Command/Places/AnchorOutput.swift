import CommandLine
import JSON
import Location
import Pages
import Wire

struct AnchorOutput {
    let report: ChangeReport
    let context: Context

    /// The new watch, and the one that it has replaced; nil for none.
    func changed(_ watch: AnchorSummary, replacing old: AnchorSummary?) -> CommandResult {
        var result = shown(watch, replacing: old)
        // The alarm and its code are not about the change.
        if report.isQuiet, !report.isJSON { result.output = [] }
        return result
    }

    /// The watch, and the one that it has replaced; nil for none.
    func shown(_ watch: AnchorSummary?, replacing old: AnchorSummary? = nil) -> CommandResult {
        guard let watch else { return none(fix: "here") }
        let (diagnostics, code): (String, ExitCode) =
            if watch.isUnsure {
                ("whether the anchor holds is unsure: the receiver's position cannot be true", .lastKnownOnly)
            } else if watch.isDragging {
                ("the anchor is dragging", .dragging)
            } else if watch.isLost {
                ("the anchor is not watched: no current position", .lastKnownOnly)
            } else {
                ("", .success)
            }
        guard !report.isJSON else {
            return CommandResult(output: AnchorJSON.encode(watch) + [0x0A], diagnostics: diagnostics, code: code)
        }
        let ended = old.map { "ended: \(text($0))\n" } ?? ""
        return CommandResult(text: "\(ended)anchor: \(text(watch))\n", diagnostics: diagnostics, code: code)
    }

    /// No watch, and the operands that set one.
    func none(fix: String) -> CommandResult {
        let message = "no anchor watch is set; fix: whereismy place anchor \(fix)"
        return CommandResult(text: report.isJSON ? "{}\n" : "", diagnostics: message, code: .nothingKnown)
    }

    func ended(_ watch: AnchorSummary) -> CommandResult {
        guard report.isJSON else { return report.text("ended: \(text(watch))") }
        return .json { json in json.object("ended") { $0.members(of: watch) } }
    }

    /// The watch that stays.
    func refused(_ watch: AnchorSummary) -> CommandResult {
        CommandResult(diagnostics: "an anchor watch is set already: \(text(watch)); fix: --replace", code: .failure)
    }

    private func text(_ watch: AnchorSummary) -> String {
        let (units, coordinates) = (context.display.units, context.display.coordinates)
        let parts = [
            "\(DistanceText.text(watch.radius, units)) around \(PositionText.text(watch.coordinate, coordinates))",
            "since \(context.localTime(watch.set))", watch.distance.map { "\(DistanceText.text($0, units)) from it" },
            watch.isUnsure ? "UNSURE" : nil,
            watch.isDragging && !watch.isUnsure ? "DRAGGING since \(context.localTime(watch.since))" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}
