import Location
import Places

/// What the tracker begins with: the places, and what an earlier run has decided.
struct PlaceStart: Sendable {
    /// The owner's places.
    var places: [Place] = []
    /// Whether these are all of them; else a file could not be read, and nothing is known of those that were in it.
    var isWhole = true
    /// Where one stood with each of them, and with such as are no more.
    var standings: [PlaceStanding] = []
    /// The anchor watch; nil where nothing is watched.
    var anchor: AnchorWatch?
}
