public import Location

extension MemoryHistory {
    /// Adds what has happened at places.
    public func append(events more: [PlaceEvent]) -> Int {
        let before = placeEvents.count
        for occurrence in more.compactMap(\.storable) where !placeEvents.contains(where: { $0.isSame(as: occurrence) }) {
            let place = placeEvents.lastIndex { $0.moment <= occurrence.moment }
            placeEvents.insert(occurrence, at: place.map { $0 + 1 } ?? 0)
        }
        return placeEvents.count - before
    }

    /// Gives what has happened at places.
    public func forEachPlaceEvent(
        _ span: TimeSpan, place: String?, _ body: (PlaceEvent) throws -> Void
    ) rethrows {
        for occurrence in placeEvents where span.contains(occurrence.moment) {
            if place ?? occurrence.place == occurrence.place { try body(occurrence) }
        }
    }
}

extension PlaceEvent {
    fileprivate func isSame(as other: PlaceEvent) -> Bool {
        moment == other.moment && place == other.place && kind == other.kind
    }
}
