import History
import Location
import Places

/// What the history knows to have happened after what is kept of places was written.
///
/// An event is in the history before the standing that it makes is kept. Where the power failed in between, the event
/// stands for it: what was told is not decided, and told, once more.
struct PlaceRecall {
    /// The last that happened at each place.
    private var crossings: [String: PlaceOccurrence] = [:]
    /// The last that told whether the anchor holds, and whether it is seen.
    private var swing: PlaceOccurrence?
    private var sight: PlaceOccurrence?

    /// Knows nothing.
    init() {}

    /// Reads what a history has; one that cannot be read has nothing, which is said by whoever records.
    ///
    /// - Parameters:
    ///   - file: the history.
    ///   - begin: what happened from then on counts; nil for all.
    init(_ file: String, since begin: Timestamp?) {
        let history = try? SQLiteHistory(path: file, access: .readOnly)
        try? history?.forEachOccurrence(TimeSpan(from: begin, to: nil), place: nil) { note($0) }
    }

    /// Takes what happened, in its order.
    mutating func note(_ occurrence: PlaceOccurrence) {
        switch occurrence.kind {
        case .enter, .leave: crossings[occurrence.place] = occurrence
        case .dragging, .holding: swing = occurrence
        case .lost, .found: sight = occurrence
        }
    }

    /// The standings with what happened since.
    ///
    /// - Parameters:
    ///   - kept: as they were kept.
    ///   - places: those that there are; of others without a standing nothing is to be known.
    /// - Returns: one for each that was kept, and for each place of which only the history knows something.
    func standings(_ kept: [PlaceStanding], of places: [Place]) -> [PlaceStanding] {
        let known = Set(kept.map(\.name))
        let new = places.filter { !known.contains($0.name) && isOf($0) }.compactMap { standing($0.name, after: nil) }
        return kept.map { standing($0.name, after: $0) ?? $0 } + new
    }

    /// The watch with what happened since it was set; nil where that is in it already.
    func anchor(_ watch: AnchorWatch) -> AnchorWatch? {
        let (swing, sight) = (later(swing, than: watch.set), later(sight, than: watch.set))
        let isDragging = swing.map { $0.kind == .dragging } ?? watch.isDragging
        let isLost = sight.map { $0.kind == .lost } ?? watch.isLost
        guard isDragging != watch.isDragging || isLost != watch.isLost else { return nil }
        return AnchorWatch(watch.circle, set: watch.set, isDragging: isDragging, isLost: isLost)
    }

    /// Whether what happened last at a place of that name was at this one, as far as is known: it may have been made anew
    /// elsewhere.
    private func isOf(_ place: Place) -> Bool {
        guard let last = crossings[place.name.text], let coordinate = last.coordinate else { return true }
        let depth = -place.shape.signedDistance(to: coordinate)
        return (last.kind == .enter ? depth : -depth) >= -(last.horizontalAccuracy ?? 0)
    }

    private func standing(_ name: PlaceName, after kept: PlaceStanding?) -> PlaceStanding? {
        guard let last = crossings[name.text], kept.map({ last.since > $0.since }) ?? true else { return nil }
        return PlaceStanding(name: name, side: last.kind == .enter ? .inside : .outside, since: last.since)
    }

    private func later(_ occurrence: PlaceOccurrence?, than moment: Timestamp) -> PlaceOccurrence? {
        occurrence.flatMap { $0.moment > moment ? $0 : nil }
    }
}
