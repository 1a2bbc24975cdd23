import Basics
import History
import Location
import TestSupport

extension Sample {
    /// Returns a place event that many seconds after the start.
    static func event(
        _ kind: PlaceEvent.Kind, _ place: String = "Home", at seconds: Double
    ) -> PlaceEvent {
        PlaceEvent(
            kind, place: place, moment: time(seconds), since: time(seconds - 10),
            coordinate: Coordinate(latitude: -37.80996889, longitude: 144.96326388), horizontalAccuracy: 5.125)
    }

    /// Returns a visit to a place every ten seconds.
    static func visits(_ seconds: some Sequence<Int>) -> [PlaceEvent] {
        seconds.map { event($0 / 10 % 2 == 0 ? .enter : .leave, at: Double($0)) }
    }
}

extension HistoryStore {
    /// Returns the place events of a span.
    func events(
        from: Timestamp? = nil, to: Timestamp? = nil, place: String? = nil
    ) throws -> [PlaceEvent] {
        var all: [PlaceEvent] = []
        try forEachPlaceEvent(TimeSpan(from: from, to: to), place: place) { all.append($0) }
        return all
    }
}
