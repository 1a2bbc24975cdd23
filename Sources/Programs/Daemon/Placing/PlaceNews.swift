import Location
import Places

/// What the tracker has found out about places, for the thread that keeps and tells it.
struct PlaceNews: Sendable {
    /// What has happened, in its order.
    var occurrences: [PlaceOccurrence] = []
    /// Where one stands with each place; nil where that has not changed.
    var standings: [PlaceStanding]?
    /// The places that one is in, once that is certain; nil where that has not changed.
    var inside: [PlaceName]?
    /// The anchor watch as it is after something has happened to it; nil where nothing has.
    var anchor: AnchorWatch?
    /// Where it is to be looked what is around; nil for nowhere.
    var lookup: Coordinate?

    /// Whether there is nothing to keep or tell.
    var isEmpty: Bool {
        occurrences.isEmpty && standings == nil && inside == nil && anchor == nil && lookup == nil
    }

    /// Takes what is newer on top.
    mutating func formUnion(_ later: PlaceNews) {
        occurrences += later.occurrences
        standings = later.standings ?? standings
        inside = later.inside ?? inside
        anchor = later.anchor ?? anchor
        lookup = later.lookup ?? lookup
    }
}
