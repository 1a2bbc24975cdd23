public import Location

extension MemoryHistory {
    /// Adds what has happened at places.
    public func append(occurrences more: [PlaceOccurrence]) -> Int {
        let before = occurrences.count
        for occurrence in more.compactMap(\.stored) where !occurrences.contains(where: { $0.isSame(as: occurrence) }) {
            let place = occurrences.lastIndex { $0.moment <= occurrence.moment }
            occurrences.insert(occurrence, at: place.map { $0 + 1 } ?? 0)
        }
        return occurrences.count - before
    }

    /// Gives what has happened at places.
    public func forEachOccurrence(
        _ span: TimeSpan, place: String?, _ body: (PlaceOccurrence) throws -> Void
    ) rethrows {
        for occurrence in occurrences where span.contains(occurrence.moment) {
            if place ?? occurrence.place == occurrence.place { try body(occurrence) }
        }
    }
}

extension PlaceOccurrence {
    fileprivate func isSame(as other: PlaceOccurrence) -> Bool {
        moment == other.moment && place == other.place && kind == other.kind
    }
}
