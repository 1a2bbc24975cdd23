import APIClient
import Basics
import Configuration
import JSON
import Location
import Pages
import Places
import Wire

/// `whereismy place anchor`: set the watch, look at it, end it.
struct AnchorOrder {
    private enum Wish {
        case set(radius: Double, at: Coordinate?)
        case show
        case up
    }

    /// What can be done with a watch that is set.
    static let words = ["up", "show"]

    private let wish: Wish
    /// The current position, where the anchor is to be set there.
    private var answer: Answer?

    /// Reads what is wanted.
    ///
    /// - Throws: `UsageError`, or `ReportFileError`.
    init(_ options: ParsedOptions, _ rest: [String], _ here: () throws -> Answer) throws {
        if let word = rest.first, Self.words.contains(word) {
            guard rest.count == 1 else {
                throw UsageError("unexpected argument \(rest[1].debugDescription), see --help")
            }
            guard !options.contains(PlaceOptions.radius) else {
                throw UsageError("--radius does not go with place anchor \(word)")
            }
            wish = word == "up" ? .up : .show
            return
        }
        let radius = try PlaceOptions.radius(options) ?? AnchorWatch.usualRadius
        let position = rest.isEmpty ? nil : try Coordinate(operands: rest)
        wish = .set(radius: radius, at: position)
        if position == nil { answer = try here() }
    }

    /// Does it.
    ///
    /// - Throws: ``DaemonError``.
    func run(_ client: DaemonClient, _ format: PlaceFormat, in context: Context) throws(DaemonError) -> Outcome {
        switch wish {
        case .set(let radius, let position): return try set(radius, position, client, format, in: context)
        case .show: return try tell(ClientRequest(target: Self.target), client, format, in: context)
        case .up:
            _ = try client.ask(ClientRequest(method: .delete, target: Self.target))
            return Outcome(text: format == .json ? "{}\n" : "", code: .success)
        }
    }

    private static let target = "/v1/anchor"

    private func set(
        _ radius: Double, _ position: Coordinate?, _ client: DaemonClient, _ format: PlaceFormat, in context: Context
    ) throws(DaemonError) -> Outcome {
        if let answer, answer.code != .success {
            let words = "there is no current position to set the anchor watch at: \(answer.words)"
            return Outcome(complaint: words, code: answer.code)
        }
        var json = JSONWriter()
        json.object { json in
            json.number("radius", radius, decimals: 3)
            json.number("latitude", position?.latitude, decimals: 9)
            json.number("longitude", position?.longitude, decimals: 9)
        }
        let request = ClientRequest(method: .post, target: Self.target, content: json.bytes)
        return try tell(request, client, format, in: context)
    }

    /// The watch as the daemon tells of it.
    private struct Watch: Decodable {
        let latitude: Double
        let longitude: Double
        let radius: Double
        let set: String
        let dragging: Bool
        /// Absent from a daemon of an earlier version.
        let lost: Bool?

        /// What has to be said of it; nil where all is well.
        var trouble: (words: String, code: ExitCode)? {
            if dragging { return ("the anchor does not hold", .failure) }
            return lost == true ? ("the anchor is not watched: there is no current position", .lastKnownOnly) : nil
        }
        let distance: Double?
    }

    private func tell(
        _ request: ClientRequest, _ client: DaemonClient, _ format: PlaceFormat, in context: Context
    ) throws(DaemonError) -> Outcome {
        guard let (watch, bytes) = try client.documentIfAny(Watch.self, request) else {
            return Outcome(
                text: format == .json ? "{}\n" : "", complaint: "no anchor is watched: place anchor does it",
                code: .failure)
        }
        let code = watch.trouble?.code ?? .success
        let complaint = watch.trouble?.words ?? ""
        guard format == .text, let centre = Coordinate(latitude: watch.latitude, longitude: watch.longitude) else {
            return Outcome(output: bytes, complaint: complaint, code: code)
        }
        let start = "anchor: \(DistanceText.words(watch.radius)) around \(PositionText.degrees(centre))"
        let distance = watch.distance.map { "\(DistanceText.words($0)) from it" }
        let parts = [start, "since \(context.localTime(iso8601: watch.set))", distance].compactMap { $0 }
        return Outcome(
            text: PrintableText.text(parts.joined(separator: ", ")) + "\n", complaint: complaint, code: code)
    }
}
