import Basics
import History
import Location
import Places

/// Recovers place states from events that the history has and the state file lacks.
///
/// An event is in the history before its state is stored. After a power failure between the two, the event stands
/// for the state, so that it is not published again. The anchor watch relies on its own file alone: an alarm may
/// repeat, but an old one must not hide a new one.
struct PlaceStateRecovery {
    /// The number of recent events examined: more than a history writer holds while the disk fails.
    private static let maxEvents = 10_000

    /// The crossings of each place, in recorded order.
    private var crossings: [String: [PlaceEvent]] = [:]

    /// Creates an empty recovery.
    init() {}

    /// Reads the events of a history; none if it cannot be read, which its recorder logs.
    init(_ file: String) {
        let history = try? SQLiteHistory(path: file, access: .readOnly)
        for event in (try? history?.lastPlaceEvents(limit: Self.maxEvents)) ?? [] { record(event) }
    }

    /// Adds an event, in recorded order.
    mutating func record(_ event: PlaceEvent) {
        if event.isOfPlace { crossings[event.place, default: []].append(event) }
    }

    /// Returns the states with later events applied.
    ///
    /// - Returns: one for each stored state, and for each place that only the history knows.
    func states(_ stored: [PlaceState], of places: [Place]) -> [PlaceState] {
        let (known, newest) = (Set(stored.map(\.name)), stored.map(\.since).max())
        let new = places.filter { !known.contains($0.name) }.compactMap { state($0, after: newest) }
        return stored.map { state(after: $0) ?? $0 } + new
    }

    /// The state after the stored one; nil if there is none.
    private func state(after stored: PlaceState) -> PlaceState? {
        guard let all = crossings[stored.name.text], let last = all.last else { return nil }
        // The order decides and not the clock, which may have been set back in between.
        let maker = all.lastIndex { $0.since == stored.since && $0.side == stored.side }
        let isLater = maker.map { $0 < all.count - 1 } ?? (last.since > stored.since)
        return isLater ? PlaceState(name: stored.name, side: last.side, since: last.since) : nil
    }

    /// The state of a place without a stored one; nil if the history has none.
    private func state(_ place: Place, after newest: Timestamp?) -> PlaceState? {
        guard let last = crossings[place.name.text]?.last, newest.map({ last.moment >= $0 }) ?? true,
            Self.isAt(place, last)
        else { return nil }
        return PlaceState(name: place.name, side: last.side, since: last.since)
    }

    /// Returns true if an event happened at this place; a place of that name may have moved since.
    private static func isAt(_ place: Place, _ event: PlaceEvent) -> Bool {
        guard let coordinate = event.coordinate else { return true }
        let depth = -place.shape.signedDistance(to: coordinate)
        return (event.side == .inside ? depth : -depth) >= -(event.horizontalAccuracy ?? 0)
    }
}

extension PlaceEvent {
    fileprivate var side: PlaceSide { kind == .enter ? .inside : .outside }
}
