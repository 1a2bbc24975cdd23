public import Basics
import Location

/// A place, and which side of its border was decided last.
///
/// The other side is decided once fixes have been on it for the dwell time without one on the old side, and two of them
/// were certain: farther from the border than the radius that holds the truth 95 times in 100. Fixes that are not
/// certain of either side decide nothing, so that whoever stays at the border makes no events.
struct Geofence: Sendable {
    private(set) var place: Place
    /// Nil until it was decided for the first time.
    private(set) var side: PlaceSide?
    /// When that side was decided to have begun.
    private(set) var since: Timestamp?
    private var change: PendingTransition?

    init(_ place: Place, state: PlaceState? = nil) {
        self.place = place
        (side, since) = (state?.side, state?.since)
    }

    /// What is to be kept over a restart; nil as long as nothing was decided.
    var state: PlaceState? {
        guard let side, let since else { return nil }
        return PlaceState(name: place.name, side: side, since: since)
    }

    /// The event that its last decision is; nil where it was the first one and it is outside, which nobody has left.
    func transition(wasKnown: Bool, at moment: Moment) -> GeofenceTransition? {
        guard let side, let since, wasKnown || side == .inside else { return nil }
        return GeofenceTransition(side == .inside ? .enter : .leave, place, moment: moment.wallClock, since: since)
    }

    /// Whether fixes of late were on the other side.
    var hasPendingTransition: Bool { change != nil }

    /// Goes by another shape and dwell time from now on.
    mutating func reconfigure(_ place: Place) {
        guard place != self.place else { return }
        self.place = place
        change = nil
    }

    /// What has been seen of the other side counts no more.
    mutating func discardPendingTransition() { change = nil }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - distance: metres from the fix to the border; below 0 inside.
    ///   - radius: metres within which the truth is.
    ///   - moment: when it came.
    /// - Returns: whether a side was decided with it.
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

/// The side of a border that fixes have been on of late, where it is not the one that was decided.
struct PendingTransition: Sendable {
    /// What must pass from the first fix that is certain of it to another one: one can be wrong, and those within a second
    /// share their error.
    static let certainTime = Duration.seconds(1)
    /// What all times may lack: a fix takes a tenth of a second to come here, or three, and never quite the same.
    static let jitter = Duration.milliseconds(250)

    let side: PlaceSide
    let start: Moment
    private var certainSince: Duration?

    init(to side: PlaceSide, at moment: Moment) {
        self.side = side
        start = moment
    }

    /// Takes a fix on that side; answers whether it is decided now.
    mutating func update(isCertain: Bool, dwell: Duration, at moment: Moment) -> Bool {
        guard isCertain else { return false }
        let first = certainSince ?? moment.uptime
        certainSince = first
        let now = moment.uptime + Self.jitter
        return now - first >= Self.certainTime && now - start.uptime >= dwell
    }
}

/// Which side of a place's border one is on.
public enum PlaceSide: String, CaseIterable, Hashable, Sendable {
    /// In the place, or on its border.
    case inside
    /// Not in the place.
    case outside
}

/// Where one stands with a place: what has to be kept over a restart.
public struct PlaceState: Hashable, Sendable {
    /// The place's name.
    public let name: PlaceName
    /// The side that was decided.
    public let side: PlaceSide
    /// Since when, by the wall clock.
    public let since: Timestamp

    /// Makes a standing.
    public init(name: PlaceName, side: PlaceSide, since: Timestamp) {
        self.name = name
        self.side = side
        self.since = since
    }
}

/// A place was entered or left.
public struct GeofenceTransition: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It is inside now.
        case enter
        /// It is inside no more.
        case leave
    }

    /// What happened.
    public let kind: Kind
    /// The place.
    public let place: Place
    /// When that became certain, by the wall clock.
    public let moment: Timestamp
    /// When the border was crossed as far as is known, by the wall clock: the first fix on this side.
    public let since: Timestamp

    /// Makes an event.
    public init(_ kind: Kind, _ place: Place, moment: Timestamp, since: Timestamp) {
        self.kind = kind
        self.place = place
        self.moment = moment
        self.since = since
    }
}
