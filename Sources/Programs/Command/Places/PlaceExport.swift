import Configuration
import Places
import PlacesFiles

/// `whereismy place export`.
struct PlaceExport {
    /// Whether the places of the configuration are wanted too, which a machine that has them does not take back.
    private let isWhole: Bool

    init(_ options: ParsedOptions) {
        isWhole = options.contains(PlaceOptions.everything)
    }

    /// Writes the places out.
    func write(_ own: OwnPlaces, _ format: PlaceFormat) -> Outcome {
        let places = own.places.filter { isWhole || !$0.isConfigured }.map(\.place)
        let faults = own.faults + note(places, of: own)
        guard format == .otrw else {
            let complaint = faults.joined(separator: "\n")
            return Outcome(output: PlacesGeoJSON.encode(places), complaint: complaint, code: .success)
        }
        let (file, left) = OwnTracksWaypoints.encode(places)
        let words = left.map { "\($0.text.debugDescription) is no circle and was left out" }
        return Outcome(
            output: file, complaint: (faults + words).joined(separator: "\n"), code: left.isEmpty ? .success : .failure)
    }

    /// An empty file is no surprise where there is a reason.
    private func note(_ places: [Place], of own: OwnPlaces) -> [String] {
        guard places.isEmpty, !own.places.isEmpty else { return [] }
        return ["all places are those of the configuration: --all writes them too"]
    }
}
