import Places

/// What the tracker is to know of places from now on.
struct PlaceTrackerCommand: Sendable {
    /// An anchor watch, or that there is none.
    struct Anchor: Sendable {
        /// The watch; nil for none.
        let watch: AnchorWatch?
    }

    /// All of the owner's places; nil where they have not changed.
    var places: [Place]?
    /// Whether these are all of them, and not a file of them could not be read.
    var isComplete = true
    /// The anchor watch; nil where nothing was said about it.
    var anchor: Anchor?
    /// What is around; nil where nothing was found out.
    var nearby: NearbyPlaces?
}
