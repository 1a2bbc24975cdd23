import Configuration
import Linux
import Location
import Places

/// The tracker's findings about places, for the thread that publishes and stores them.
struct PlaceUpdate: Sendable {
    var events: [PlaceEvent] = []
    /// The state of each place; nil if unchanged.
    var states: [PlaceState]?
    /// The places that contain the position, once that is certain; nil if unchanged.
    var inside: [PlaceName]?
    /// The anchor watch after an event; nil if it had none.
    var anchor: AnchorWatch?
    /// The position of a lookup; nil if none is due.
    var lookup: Coordinate?

    var isEmpty: Bool {
        events.isEmpty && states == nil && inside == nil && anchor == nil && lookup == nil
    }

    mutating func formUnion(_ later: PlaceUpdate) {
        events += later.events
        states = later.states ?? states
        inside = later.inside ?? inside
        anchor = later.anchor ?? anchor
        lookup = later.lookup ?? lookup
    }
}

/// A command to the tracker: new places, another anchor watch, the result of a lookup, or the owner's trust.
struct PlaceTrackerCommand: Sendable {
    /// The setting or removal of an anchor watch.
    struct Anchor: Sendable {
        /// The watch; nil to remove it.
        let watch: AnchorWatch?
    }

    /// All own places; nil if unchanged.
    var places: [Place]?
    /// False if a file of places could not be read.
    var isComplete = true
    /// The anchor watch; nil if unchanged.
    var anchor: Anchor?
    /// The result of a lookup; nil if there was none.
    var nearby: NearbyPlaces?
    /// Who accepts the claim of the receiver; nil for none.
    var trust: String?
}

/// The initial state of the tracker: the places and the decisions of an earlier run.
struct PlaceInitialState: Sendable {
    var places: [Place] = []
    /// False if a file of places could not be read, so that places may be missing.
    var isComplete = true
    /// The state of each place, and of places that were removed.
    var states: [PlaceState] = []
    /// The anchor watch; nil for none.
    var anchor: AnchorWatch?
    var isContradicted = false
}

/// Hands place updates from the tracker to the places thread; never blocks the tracker.
typealias PlaceUpdateMailbox = Mailbox<PlaceDelivery>

/// The content of a ``PlaceUpdateMailbox``.
struct PlaceDelivery: Sendable {
    var update = PlaceUpdate()
    /// The new settings; nil if unchanged.
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

/// Passes commands to the tracker, which polls for them on each call.
typealias PlaceCommandMailbox = Mailbox<PlaceTrackerCommand>

extension PlaceCommandMailbox {
    func update(_ change: (inout PlaceTrackerCommand) -> Void) {
        merge(into: PlaceTrackerCommand(), change)
    }
}
