import Configuration
import Places
import PlacesWire
import Wire

/// `whereismy place import`.
struct PlaceImport {
    private let harvest: PlaceHarvest
    private let faults: [String]
    private let replaces: Bool
    private let client: DaemonClient

    /// Reads the file.
    ///
    /// - Throws: `UsageError`, or what is wrong with the file.
    init(_ options: ParsedOptions, file: String, _ client: DaemonClient) throws {
        var harvest = try PlacesInput.places(file, usualRadius: try PlaceOptions.radius(options))
        var names: Set<PlaceName> = []
        let twice = harvest.places.filter { !names.insert($0.name).inserted }.map(\.name)
        names = []
        harvest.places = harvest.places.filter { names.insert($0.name).inserted }
        faults =
            harvest.faults.map(\.description)
            + twice.map { "\($0.text.debugDescription) is there twice, and the first one counts" }
        self.harvest = harvest
        self.client = client
        replaces = options.contains(PlaceOptions.replace)
    }

    private struct Counts: Decodable {
        var added: Int
        var replaced: Int
    }

    /// Has the daemon keep the places, all or none of them as long as they fit into one request.
    ///
    /// - Throws: ``DaemonError``.
    func run(_ format: PlaceFormat) throws -> Outcome {
        let portions = PlacePortions.portions(of: harvest.places)
        if portions.count > 1, !replaces { try refuseTaken() }
        var sum = Counts(added: 0, replaced: 0)
        for portion in portions {
            let target = "/v1/places/import" + (replaces ? "?replace=yes" : "")
            let request = ClientRequest(method: .post, target: target, content: PlacesGeoJSON.encode(portion))
            do throws(DaemonError) {
                let counts = try client.document(Counts.self, request).document
                sum.added += max(0, min(counts.added, portion.count))
                sum.replaced += max(0, min(counts.replaced, portion.count))
            } catch {
                let error = error.offeringReplacement
                guard sum.added + sum.replaced > 0 else { throw error }
                let words = "\(sum.added + sum.replaced) places are in already, then: \(error)"
                return Outcome(complaint: words, code: error.code)
            }
        }
        return outcome(sum, format)
    }

    /// What goes in several requests would be half in where one of them is refused.
    private func refuseTaken() throws {
        let request = ClientRequest(target: "/v1/places")
        let known = try PlacesGeoJSON.decode(try client.ask(request).content).places.map(\.name)
        guard let taken = Set(known).intersection(harvest.places.map(\.name)).min() else { return }
        let refusal = Refusal(status: 409, code: "taken", detail: PlaceBookError.taken(taken).description)
        throw DaemonError(refusal).offeringReplacement
    }

    private func outcome(_ sum: Counts, _ format: PlaceFormat) -> Outcome {
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
            return Outcome(output: json.bytes + [0x0A], complaint: complaint, code: code)
        }
        let counts = [
            "\(sum.added) added", sum.replaced > 0 ? "\(sum.replaced) replaced" : nil,
            faults.isEmpty ? nil : "\(faults.count) left out",
        ].compactMap { $0 }
        return Outcome(text: counts.joined(separator: ", ") + "\n", complaint: complaint, code: code)
    }
}
