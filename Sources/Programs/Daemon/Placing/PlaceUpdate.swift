import Location
import Places

/// What the tracker has found out about places, for the thread that keeps and tells it.
struct PlaceUpdate: Sendable {
    /// What has happened, in its order.
    var events: [PlaceEvent] = []
    /// Where one stands with each place; nil where that has not changed.
    var states: [PlaceState]?
    /// The places that one is in, once that is certain; nil where that has not changed.
    var inside: [PlaceName]?
    /// The anchor watch as it is after something has happened to it; nil where nothing has.
    var anchor: AnchorWatch?
    /// Where it is to be looked what is around; nil for nowhere.
    var lookup: Coordinate?

    /// Whether there is nothing to keep or tell.
    var isEmpty: Bool {
        events.isEmpty && states == nil && inside == nil && anchor == nil && lookup == nil
    }

    /// Takes what is newer on top.
    mutating func formUnion(_ later: PlaceUpdate) {
        events += later.events
        states = later.states ?? states
        inside = later.inside ?? inside
        anchor = later.anchor ?? anchor
        lookup = later.lookup ?? lookup
    }
}
