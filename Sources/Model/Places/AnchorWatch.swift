public import Basics
public import Location

/// Watches that a boat stays within the swing circle around its anchor: a fix goes in, alarms come out.
///
/// A value without clock, file or socket. The circle is a place that one is in from the begin, so that a boat that has
/// drifted off before the first fix raises the alarm too; it is left with the certainty of any place. Where no position
/// comes, that is told as well, since silence must not look as if all were well.
public struct AnchorWatch: Sendable {
    /// Metres that a swing circle has where nothing else is said.
    public static let defaultRadius = 40.0
    /// How long it must have been outside, or inside again.
    public static let dwell = Duration.seconds(5)
    /// How long there may be no current position before that is told.
    public static let positionTimeout = Duration.seconds(60)

    /// The anchor, and how far a boat may be from it.
    public let circle: PlaceCircle
    /// When the watch was set, by the wall clock.
    public let set: Timestamp
    private var fence: Geofence
    private var last: Fix?
    private var blindSince: Moment?
    /// Whether there has been no current position for ``patience``, so that it sees nothing.
    public private(set) var isLost = false

    /// Sets the watch, or goes on with one after a restart.
    ///
    /// - Parameters:
    ///   - circle: around where the anchor fell.
    ///   - set: when the watch was set; now, for a new one.
    ///   - isDragging: whether an earlier run has raised the alarm already.
    ///   - isLost: whether it has told already that there is no current position.
    public init?(_ circle: PlaceCircle, set: Timestamp, isDragging: Bool = false, isLost: Bool = false) {
        guard let name = PlaceName("anchor"), let place = Place(name: name, shape: .circle(circle), dwell: Self.dwell)
        else { return nil }
        self.circle = circle
        self.set = set
        self.isLost = isLost
        let side: PlaceSide = isDragging ? .outside : .inside
        fence = Geofence(place, state: PlaceState(name: name, side: side, since: set))
    }

    /// Whether the swing circle was left, and not entered again.
    public var isDragging: Bool { fence.side == .outside }

    /// When ``handle(_:state:at:)`` must be called though nothing is new, in uptime; nil while time alone changes nothing.
    public var deadline: Duration? { isLost ? nil : blindSince.map { $0.uptime + Self.positionTimeout } }

    /// Decides by what is known now; to be called with each report that has a new fix or state, and at the deadline.
    ///
    /// - Parameters:
    ///   - fix: the fix that is shown, with the radius that holds the truth 95 times in 100.
    ///   - state: whether it is current.
    ///   - moment: now.
    /// - Returns: what has to be told.
    public mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> [AnchorEvent] {
        guard state == .live, let fix, let coordinate = fix.coordinate, let radius = fix.horizontalAccuracy?.radius
        else { return noteBlindness(at: moment) }
        let found = noteSight(at: moment, distance: circle.centre.distance(to: coordinate))
        guard fix != last else { return found }
        last = fix
        return found + decide(circle.centre.distance(to: coordinate), within: radius, at: moment)
    }

    private mutating func decide(_ distance: Double, within radius: Double, at moment: Moment) -> [AnchorEvent] {
        guard fence.update(distance: distance - circle.radius, accuracy: radius, at: moment), let since = fence.since
        else { return [] }
        let kind: AnchorEvent.Kind = isDragging ? .dragging : .holding
        return [AnchorEvent(kind, distance: distance, moment: moment.wallClock, since: since)]
    }

    private mutating func noteBlindness(at moment: Moment) -> [AnchorEvent] {
        fence.discardPendingTransition()
        let begin = blindSince ?? moment
        blindSince = begin
        guard !isLost, moment.uptime - begin.uptime >= Self.positionTimeout else { return [] }
        isLost = true
        return [AnchorEvent(.lost, distance: nil, moment: moment.wallClock, since: begin.wallClock)]
    }

    private mutating func noteSight(at moment: Moment, distance: Double) -> [AnchorEvent] {
        defer { (blindSince, isLost) = (nil, false) }
        guard isLost else { return [] }
        return [AnchorEvent(.found, distance: distance, moment: moment.wallClock, since: moment.wallClock)]
    }
}

/// What somebody asleep on board has to know.
public struct AnchorEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The swing circle was left: the anchor does not hold.
        case dragging
        /// It is inside again.
        case holding
        /// There has been no current position for ``AnchorWatch/patience``: the watch sees nothing.
        case lost
        /// There is one again.
        case found
    }

    /// What happened.
    public let kind: Kind
    /// Metres from the anchor; nil where that is not known now.
    public let distance: Double?
    /// When that became certain, by the wall clock.
    public let moment: Timestamp
    /// Since when, as far as is known, by the wall clock.
    public let since: Timestamp

    /// Makes an event.
    public init(_ kind: Kind, distance: Double?, moment: Timestamp, since: Timestamp) {
        self.kind = kind
        self.distance = distance
        self.moment = moment
        self.since = since
    }
}
