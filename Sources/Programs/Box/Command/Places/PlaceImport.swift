import APIClient
import CommandLine
import JSON
import Places
import PlacesFiles

struct PlaceImport {
    private let places: [Place]
    private let issues: [String]
    private let replaces: Bool
    private let client: DaemonClient

    init(_ options: ParsedOptions, file: String, _ client: DaemonClient) throws {
        var parsed = try PlacesInput.places(file, usualRadius: try PlaceOptions.radius(options))
        var names: Set<PlaceName> = []
        let twice = parsed.places.filter { !names.insert($0.name).inserted }.map(\.name)
        names = []
        parsed.places = parsed.places.filter { names.insert($0.name).inserted }
        issues =
            parsed.issues.map(\.description)
            + twice.map { "\($0.text.debugDescription) occurs twice; the first one is used" }
        places = parsed.places
        self.client = client
        replaces = options.contains(PlaceOptions.replace)
    }

    private struct Counts: Decodable {
        var added: Int
        var replaced: Int
    }

    /// Adds the places to the daemon, except those in its configuration; all or none if they fit into one request.
    func run(_ report: ChangeReport) throws(DaemonError) -> CommandResult {
        let batches = PlaceBatches.batches(of: places)
        // Several requests could leave a partial import if one of them fails.
        guard batches.count <= 1 else { return try runSkippingConfigured(report) }
        do throws(DaemonError) { return try send(batches, besides: [], report) } catch {
            guard error.problemCode == "configured" else { throw error }
            return try runSkippingConfigured(report)
        }
    }

    /// Imports after comparing with the existing places.
    private func runSkippingConfigured(_ report: ChangeReport) throws(DaemonError) -> CommandResult {
        let known = try OwnPlaces.fetch(from: client).places
        let configured = Set(known.filter(\.isConfigured).map(\.place.name))
        let wanted = places.filter { !configured.contains($0.name) }
        if !replaces { try refuse(wanted, takenBy: known) }
        let left = places.map(\.name).filter(configured.contains)
        return try send(PlaceBatches.batches(of: wanted), besides: left, report)
    }

    private func send(
        _ batches: [[Place]], besides left: [PlaceName], _ report: ChangeReport
    ) throws(DaemonError) -> CommandResult {
        var sum = Counts(added: 0, replaced: 0)
        for batch in batches {
            let target = "/v1/places/import" + (replaces ? "?replace=yes" : "")
            let request = ClientRequest(method: .post, target: target, content: PlacesGeoJSON.encode(batch))
            do throws(DaemonError) {
                let counts = try client.document(Counts.self, request).document
                sum.added += max(0, min(counts.added, batch.count))
                sum.replaced += max(0, min(counts.replaced, batch.count))
            } catch {
                let error = error.suggestingReplace
                guard sum.added + sum.replaced > 0 else { throw error }
                let message = "\(sum.added + sum.replaced) places were imported, then: \(error)"
                return CommandResult(diagnostics: message, code: error.code)
            }
        }
        let message = left.map { "\($0.text.debugDescription) is a place of the configuration and was left out" }
        return result(sum, issues: issues + message, report)
    }

    private func refuse(_ wanted: [Place], takenBy known: [OwnPlace]) throws(DaemonError) {
        guard let taken = Set(known.map(\.place.name)).intersection(wanted.map(\.name)).min() else { return }
        let errorResponse = ErrorResponse(
            status: 409, code: "taken", detail: PlaceCollectionError.nameTaken(taken).description)
        throw DaemonError(errorResponse).suggestingReplace
    }

    private func result(_ sum: Counts, issues: [String], _ report: ChangeReport) -> CommandResult {
        let (diagnostics, code): (String, ExitCode) = (
            issues.joined(separator: "\n"), issues.isEmpty ? .success : .failure
        )
        guard !report.isJSON else {
            return .json(diagnostics: diagnostics, code: code) { json in
                json.integer("added", sum.added)
                json.integer("replaced", sum.replaced)
                json.integer("left", issues.count)
            }
        }
        let counts = [
            "\(sum.added) added", sum.replaced > 0 ? "\(sum.replaced) replaced" : nil,
            issues.isEmpty ? nil : "\(issues.count) left out",
        ].compactMap { $0 }
        var result = report.text(counts.joined(separator: ", "))
        (result.diagnostics, result.code) = (diagnostics, code)
        return result
    }
}

/// Splits places into batches that fit into a request.
enum PlaceBatches {
    /// The size of a batch in bytes; the daemon accepts 1,048,576 on its Unix socket.
    static let maxBytes = 1_000_000

    /// Returns the places in order, in as few batches as possible.
    static func batches(of places: [Place], maxBytes: Int = maxBytes) -> [[Place]] {
        var batches: [[Place]] = []
        var remaining = 0
        for place in places {
            let size = PlacesGeoJSON.encode([place]).count
            if size > remaining {
                batches.append([])
                remaining = maxBytes
            }
            remaining -= size
            batches[batches.count - 1].append(place)
        }
        return batches
    }
}
