import Configuration
import Linux
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

/// Hands place updates from the tracker to the places thread; never blocks the tracker.
typealias PlaceUpdateMailbox = Mailbox<PlaceDelivery>

/// The content of a ``PlaceUpdateMailbox``.
struct PlaceDelivery: Sendable {
    /// The merged updates.
    var update = PlaceUpdate()
    /// The new settings; nil where unchanged.
    var settings: Settings?
}

extension PlaceUpdateMailbox {
    /// Merges an update; ignores an empty one.
    func publish(_ update: PlaceUpdate) {
        guard !update.isEmpty else { return }
        merge(into: PlaceDelivery()) { $0.update.formUnion(update) }
    }

    /// Sets the settings for this and later deliveries.
    func reconfigure(_ settings: Settings) {
        merge(into: PlaceDelivery()) { $0.settings = settings }
    }
}

/// Hands commands to the tracker, which looks each time it is called.
typealias PlaceCommandMailbox = Mailbox<PlaceTrackerCommand>

extension PlaceCommandMailbox {
    /// Changes the waiting command.
    func update(_ change: (inout PlaceTrackerCommand) -> Void) {
        merge(into: PlaceTrackerCommand(), change)
    }
}
