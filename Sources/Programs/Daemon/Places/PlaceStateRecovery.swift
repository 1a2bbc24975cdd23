import Basics
import History
import Location
import Places

/// What the history knows to have happened after what is kept of places was written.
///
/// An event is in the history before the standing that it makes is kept. Where the power failed in between, the event
/// stands for it: what was told is not decided, and told, once more. The anchor watch goes by its own file alone: an alarm
/// may come twice, and an old one must not stand for a new one.
struct PlaceStateRecovery {
    /// So many are looked through, the last ones: more than the writer of a history holds while the disk fails.
    private static let maxEvents = 10_000

    /// What happened at each place, in the order in which it was recorded.
    private var crossings: [String: [PlaceEvent]] = [:]

    /// Knows nothing.
    init() {}

    /// Reads what a history has; one that cannot be read has nothing, which is said by whoever records.
    init(_ file: String) {
        let history = try? SQLiteHistory(path: file, access: .readOnly)
        for occurrence in (try? history?.lastPlaceEvents(limit: Self.maxEvents)) ?? [] { record(occurrence) }
    }

    /// Takes what happened, in the order in which it was recorded.
    mutating func record(_ occurrence: PlaceEvent) {
        if !occurrence.isAnchor { crossings[occurrence.place, default: []].append(occurrence) }
    }

    /// The standings with what happened since.
    ///
    /// - Parameters:
    ///   - kept: as they were kept.
    ///   - places: those that there are; of others without a standing nothing is to be known.
    /// - Returns: one for each that was kept, and for each place of which only the history knows something.
    func states(_ kept: [PlaceState], of places: [Place]) -> [PlaceState] {
        let (known, newest) = (Set(kept.map(\.name)), kept.map(\.since).max())
        let new = places.filter { !known.contains($0.name) }.compactMap { standing($0, after: newest) }
        return kept.map { standing(after: $0) ?? $0 } + new
    }

    /// The standing that came after the one that is kept; nil where none did.
    private func standing(after kept: PlaceState) -> PlaceState? {
        guard let all = crossings[kept.name.text], let last = all.last else { return nil }
        // What came behind what made it came later, by whatever clock: that may have been set back in between.
        let maker = all.lastIndex { $0.since == kept.since && $0.side == kept.side }
        let isLater = maker.map { $0 < all.count - 1 } ?? (last.since > kept.since)
        return isLater ? PlaceState(name: kept.name, side: last.side, since: last.since) : nil
    }

    /// The standing with a place of which none is kept; nil where nothing is known of it.
    private func standing(_ place: Place, after newest: Timestamp?) -> PlaceState? {
        guard let last = crossings[place.name.text]?.last, newest.map({ last.moment >= $0 }) ?? true,
            Self.isAt(place, last)
        else { return nil }
        return PlaceState(name: place.name, side: last.side, since: last.since)
    }

    /// Whether something happened at this place, as far as is known: it may have been made anew elsewhere since.
    private static func isAt(_ place: Place, _ occurrence: PlaceEvent) -> Bool {
        guard let coordinate = occurrence.coordinate else { return true }
        let depth = -place.shape.signedDistance(to: coordinate)
        return (occurrence.side == .inside ? depth : -depth) >= -(occurrence.horizontalAccuracy ?? 0)
    }
}

extension PlaceEvent {
    /// Where one stands after a place was entered or left.
    fileprivate var side: PlaceSide { kind == .enter ? .inside : .outside }
}
