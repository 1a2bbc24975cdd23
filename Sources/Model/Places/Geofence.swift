public import Basics

/// A place with the last decided side of its border.
///
/// The other side is decided after fixes have been on it for the dwell time without one on the old side, two of them
/// certain: farther from the border than their 95 % radius. Fixes that are not certain of either side decide nothing,
/// so that staying at the border makes no events.
struct Geofence: Sendable {
    private(set) var place: Place
    /// The decided side; nil before the first decision.
    private(set) var side: PlaceSide?
    /// The time at which the decided side began.
    private(set) var since: Timestamp?
    private var change: PendingTransition?

    init(_ place: Place, state: PlaceState? = nil) {
        self.place = place
        (side, since) = (state?.side, state?.since)
    }

    /// The state to persist over a restart; nil before the first decision.
    var state: PlaceState? {
        guard let side, let since else { return nil }
        return PlaceState(name: place.name, side: side, since: since)
    }

    /// Returns the transition of the last decision; nil for a first decision of outside, since nothing was left.
    func transition(wasKnown: Bool, at moment: Moment) -> GeofenceTransition? {
        guard let side, let since, wasKnown || side == .inside else { return nil }
        return GeofenceTransition(side == .inside ? .enter : .leave, place, moment: moment.wallClock, since: since)
    }

    /// True if recent fixes were on the other side.
    var hasPendingTransition: Bool { change != nil }

    /// Applies another shape and dwell time.
    mutating func reconfigure(_ place: Place) {
        guard place != self.place else { return }
        self.place = place
        change = nil
    }

    mutating func discardPendingTransition() { change = nil }

    /// Updates the geofence with the metres from a fix to the border, negative inside, and its 95 % radius in metres;
    /// returns true if a side was decided.
    mutating func update(distance: Double, accuracy radius: Double, at moment: Moment) -> Bool {
        let now: PlaceSide = distance <= 0 ? .inside : .outside
        guard now != side else {
            change = nil
            return false
        }
        var change = change.flatMap { $0.side == now ? $0 : nil } ?? PendingTransition(to: now, at: moment)
        let isDecided = change.update(isCertain: distance.magnitude >= radius, dwell: place.dwell, at: moment)
        self.change = isDecided ? nil : change
        if isDecided { (side, since) = (now, change.start.wallClock) }
        return isDecided
    }
}

/// The evidence for the side of a border that is not the decided one.
struct PendingTransition: Sendable {
    /// The minimum time between two certain fixes: a single one may be wrong, and those within a second share their
    /// error.
    static let certainTime = Duration.seconds(1)
    /// The tolerance of all times: the latency of a fix varies between 0.1 and 0.3 s.
    static let jitter = Duration.milliseconds(250)

    let side: PlaceSide
    let start: Moment
    private var certainSince: Duration?

    init(to side: PlaceSide, at moment: Moment) {
        self.side = side
        start = moment
    }

    /// Adds a fix on that side; returns true if the side is decided.
    mutating func update(isCertain: Bool, dwell: Duration, at moment: Moment) -> Bool {
        guard isCertain else { return false }
        let first = certainSince ?? moment.uptime
        certainSince = first
        let now = moment.uptime + Self.jitter
        return now - first >= Self.certainTime && now - start.uptime >= dwell
    }
}

/// A side of the border of a place.
public enum PlaceSide: String, CaseIterable, Hashable, Sendable {
    /// In the place or on its border.
    case inside
    /// Outside the place.
    case outside
}

/// The decided state of a place, to be persisted over a restart.
public struct PlaceState: Hashable, Sendable {
    /// The name of the place.
    public let name: PlaceName
    /// The decided side.
    public let side: PlaceSide
    /// The time at which that side began, by the wall clock.
    public let since: Timestamp

    /// Creates a state.
    public init(name: PlaceName, side: PlaceSide, since: Timestamp) {
        self.name = name
        self.side = side
        self.since = since
    }
}

/// The entry or exit of a place.
public struct GeofenceTransition: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The place was entered.
        case enter
        /// The place was left.
        case leave
    }

    /// The kind of event.
    public let kind: Kind
    /// The place.
    public let place: Place
    /// The time of the decision, by the wall clock.
    public let moment: Timestamp
    /// The estimated time of the crossing by the wall clock: that of the first fix on this side.
    public let since: Timestamp

    /// Creates an event.
    public init(_ kind: Kind, _ place: Place, moment: Timestamp, since: Timestamp) {
        self.kind = kind
        self.place = place
        self.moment = moment
        self.since = since
    }
}
