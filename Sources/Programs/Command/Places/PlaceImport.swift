import APIClient
import Configuration
import JSON
import Places
import PlacesFiles
import Wire

/// `whereismy place import`.
struct PlaceImport {
    private let places: [Place]
    private let faults: [String]
    private let replaces: Bool
    private let client: DaemonClient

    /// Reads the file.
    ///
    /// - Throws: `UsageError`, or an error of the file.
    init(_ options: ParsedOptions, file: String, _ client: DaemonClient) throws {
        var harvest = try PlacesInput.places(file, usualRadius: try PlaceOptions.radius(options))
        var names: Set<PlaceName> = []
        let twice = harvest.places.filter { !names.insert($0.name).inserted }.map(\.name)
        names = []
        harvest.places = harvest.places.filter { names.insert($0.name).inserted }
        faults =
            harvest.issues.map(\.description)
            + twice.map { "\($0.text.debugDescription) occurs twice; the first one is used" }
        places = harvest.places
        self.client = client
        replaces = options.contains(PlaceOptions.replace)
    }

    private struct Counts: Decodable {
        var added: Int
        var replaced: Int
    }

    /// Adds the places to the daemon, except those in its configuration; all or none if they fit into one request.
    ///
    /// - Throws: ``DaemonError``.
    func run(_ format: PlaceFormat) throws(DaemonError) -> CommandResult {
        let portions = PlaceBatches.batches(of: places)
        // Several requests could leave a partial import if one of them fails.
        guard portions.count <= 1 else { return try runSkippingConfigured(format) }
        do throws(DaemonError) { return try send(portions, besides: [], format) } catch {
            guard error.problemCode == "configured" else { throw error }
            return try runSkippingConfigured(format)
        }
    }

    /// Imports after comparing with the existing places.
    private func runSkippingConfigured(_ format: PlaceFormat) throws(DaemonError) -> CommandResult {
        let known = try OwnPlaces.fetch(from: client).places
        let configured = Set(known.filter(\.isConfigured).map(\.place.name))
        let wanted = places.filter { !configured.contains($0.name) }
        if !replaces { try refuse(wanted, takenBy: known) }
        let left = places.map(\.name).filter(configured.contains)
        return try send(PlaceBatches.batches(of: wanted), besides: left, format)
    }

    private func send(
        _ portions: [[Place]], besides left: [PlaceName], _ format: PlaceFormat
    ) throws(DaemonError) -> CommandResult {
        var sum = Counts(added: 0, replaced: 0)
        for portion in portions {
            let target = "/v1/places/import" + (replaces ? "?replace=yes" : "")
            let request = ClientRequest(method: .post, target: target, content: PlacesGeoJSON.encode(portion))
            do throws(DaemonError) {
                let counts = try client.document(Counts.self, request).document
                sum.added += max(0, min(counts.added, portion.count))
                sum.replaced += max(0, min(counts.replaced, portion.count))
            } catch {
                let error = error.suggestingReplace
                guard sum.added + sum.replaced > 0 else { throw error }
                let words = "\(sum.added + sum.replaced) places were imported, then: \(error)"
                return CommandResult(diagnostics: words, code: error.code)
            }
        }
        let words = left.map { "\($0.text.debugDescription) is a place of the configuration and was left out" }
        return outcome(sum, faults + words, format)
    }

    private func refuse(_ wanted: [Place], takenBy known: [OwnPlace]) throws(DaemonError) {
        guard let taken = Set(known.map(\.place.name)).intersection(wanted.map(\.name)).min() else { return }
        let refusal = ErrorResponse(status: 409, code: "taken", detail: PlaceCollectionError.nameTaken(taken).description)
        throw DaemonError(refusal).suggestingReplace
    }

    private func outcome(_ sum: Counts, _ faults: [String], _ format: PlaceFormat) -> CommandResult {
        let (complaint, code): (String, ExitCode) = (
            faults.joined(separator: "\n"), faults.isEmpty ? .success : .failure
        )
        guard format == .text else {
            var json = JSONWriter()
            json.object { json in
                json.integer("added", sum.added)
                json.integer("replaced", sum.replaced)
                json.integer("left", faults.count)
            }
            return CommandResult(output: json.bytes + [0x0A], diagnostics: complaint, code: code)
        }
        let counts = [
            "\(sum.added) added", sum.replaced > 0 ? "\(sum.replaced) replaced" : nil,
            faults.isEmpty ? nil : "\(faults.count) left out",
        ].compactMap { $0 }
        return CommandResult(text: counts.joined(separator: ", ") + "\n", diagnostics: complaint, code: code)
    }
}

/// Splits places into batches that fit into a request.
enum PlaceBatches {
    /// The size of a batch in bytes; the daemon accepts 1,048,576 on its Unix socket.
    static let maxBytes = 1_000_000

    /// Returns the places in order, in as few batches as possible.
    static func batches(of places: [Place], maxBytes: Int = maxBytes) -> [[Place]] {
        var portions: [[Place]] = []
        var room = 0
        for place in places {
            let size = PlacesGeoJSON.encode([place]).count
            if size > room {
                portions.append([])
                room = maxBytes
            }
            room -= size
            portions[portions.count - 1].append(place)
        }
        return portions
    }
}
