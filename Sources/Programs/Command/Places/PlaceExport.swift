import Configuration
import Places
import PlacesFiles

/// `whereismy place export`.
struct PlaceExport {
    /// Whether the places of the configuration are wanted too, which a machine that has them does not take back.
    private let includesConfigured: Bool

    init(_ options: ParsedOptions) {
        includesConfigured = options.contains(PlaceOptions.everything)
    }

    /// Writes the places out.
    func write(_ own: OwnPlaces, _ format: PlaceFormat) -> CommandResult {
        let places = own.places.filter { includesConfigured || !$0.isConfigured }.map(\.place)
        let faults = own.faults + note(places, of: own)
        guard format == .otrw else {
            let complaint = faults.joined(separator: "\n")
            return CommandResult(output: PlacesGeoJSON.encode(places), diagnostics: complaint, code: .success)
        }
        let (file, left) = OwnTracksWaypoints.encode(places)
        let words = left.map { "\($0.text.debugDescription) is no circle and was left out" }
        return CommandResult(
            output: file, diagnostics: (faults + words).joined(separator: "\n"), code: left.isEmpty ? .success : .failure)
    }

    /// An empty file is no surprise where there is a reason.
    private func note(_ places: [Place], of own: OwnPlaces) -> [String] {
        guard places.isEmpty, !own.places.isEmpty else { return [] }
        return ["all places are those of the configuration: --all writes them too"]
    }
}
