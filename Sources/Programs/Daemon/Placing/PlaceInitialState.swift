import Location
import Places

/// What the tracker begins with: the places, and what an earlier run has decided.
struct PlaceInitialState: Sendable {
    /// The owner's places.
    var places: [Place] = []
    /// Whether these are all of them; else a file could not be read, and nothing is known of those that were in it.
    var isComplete = true
    /// Where one stood with each of them, and with such as are no more.
    var states: [PlaceState] = []
    /// The anchor watch; nil where nothing is watched.
    var anchor: AnchorWatch?
}
