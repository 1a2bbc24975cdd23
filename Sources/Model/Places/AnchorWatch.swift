public import Basics
public import Location

/// Monitors whether a boat stays within the swing circle around its anchor: consumes fixes, returns alarms.
///
/// A value without clock, file or socket. The boat counts as inside from the start, so that a boat that has drifted off
/// before the first fix raises the alarm too; the circle is left with the certainty required for any place. Missing
/// positions raise an event as well, since silence must not look like safety.
public struct AnchorWatch: Sendable {
    /// The default radius of a swing circle in metres.
    public static let defaultRadius = 40.0
    /// The distances in metres from the boat to its anchor that are accepted.
    public static let offsetRange = 0.0...1000.0
    /// The time that the boat must have been outside, or inside again.
    public static let dwell = Duration.seconds(5)
    /// The time without a current position after which an event is raised.
    public static let positionTimeout = Duration.seconds(60)

    /// The swing circle around the anchor.
    public let circle: PlaceCircle
    /// The time at which the watch was set, by the wall clock.
    public let set: Timestamp
    private var geofence: Geofence
    private var last: Fix?
    private var lostSince: Moment?
    /// True if there has been no current position for ``positionTimeout``.
    public private(set) var isLost = false

    /// Sets the watch, or resumes it after a restart.
    ///
    /// - Parameters:
    ///   - circle: the circle around the anchor.
    ///   - set: the time at which the watch was set; now, for a new one.
    ///   - isDragging: true if an earlier run has raised the alarm already.
    ///   - since: the time at which the boat left the circle or returned; nil for the time at which the watch was set.
    ///   - isLost: true if an earlier run has reported the lack of a position already.
    public init?(
        _ circle: PlaceCircle, set: Timestamp, isDragging: Bool = false, since: Timestamp? = nil, isLost: Bool = false
    ) {
        guard let name = PlaceName("anchor"), let place = Place(name: name, shape: .circle(circle), dwell: Self.dwell)
        else { return nil }
        self.circle = circle
        self.set = set
        self.isLost = isLost
        let side: PlaceSide = isDragging ? .outside : .inside
        geofence = Geofence(place, state: PlaceState(name: name, side: side, since: since ?? set))
    }

    /// True if the boat has left the swing circle and not returned.
    public var isDragging: Bool { geofence.side == .outside }

    /// The estimated time at which the boat left the swing circle or returned, or at which the watch was set.
    public var since: Timestamp { geofence.since ?? set }

    /// Returns the watch for a report; `here` is the current position, nil without one.
    public func summary(from here: Coordinate?) -> AnchorSummary {
        var summary = AnchorSummary(coordinate: circle.centre, radius: circle.radius, set: set)
        (summary.isDragging, summary.since, summary.isLost) = (isDragging, since, isLost)
        summary.locate(from: here)
        return summary
    }

    /// The uptime at which ``handle(_:state:at:)`` is due without a new fix; nil while time alone changes nothing.
    public var deadline: Duration? { isLost ? nil : lostSince.map { $0.uptime + Self.positionTimeout } }

    /// Evaluates the fix shown, with its 95 % radius, and returns new events; to be called for each report with a new
    /// fix or state, and at the deadline.
    public mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> [AnchorEvent] {
        guard state == .live, let fix, let coordinate = fix.coordinate, let radius = fix.horizontalAccuracy?.radius
        else { return recordLoss(at: moment) }
        let found = recordPosition(at: moment, distance: circle.centre.distance(to: coordinate))
        guard fix != last else { return found }
        last = fix
        return found + decide(circle.centre.distance(to: coordinate), within: radius, at: moment)
    }

    private mutating func decide(_ distance: Double, within radius: Double, at moment: Moment) -> [AnchorEvent] {
        guard geofence.update(distance: distance - circle.radius, accuracy: radius, at: moment),
            let since = geofence.since
        else { return [] }
        let kind: AnchorEvent.Kind = isDragging ? .dragging : .holding
        return [AnchorEvent(kind: kind, distance: distance, moment: moment.wallClock, since: since)]
    }

    private mutating func recordLoss(at moment: Moment) -> [AnchorEvent] {
        geofence.discardPendingTransition()
        let start = lostSince ?? moment
        lostSince = start
        guard !isLost, moment.uptime - start.uptime >= Self.positionTimeout else { return [] }
        isLost = true
        return [AnchorEvent(kind: .lost, distance: nil, moment: moment.wallClock, since: start.wallClock)]
    }

    private mutating func recordPosition(at moment: Moment, distance: Double) -> [AnchorEvent] {
        defer { (lostSince, isLost) = (nil, false) }
        guard isLost else { return [] }
        return [AnchorEvent(kind: .found, distance: distance, moment: moment.wallClock, since: moment.wallClock)]
    }
}

/// An event of the anchor watch.
public struct AnchorEvent: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The swing circle was left: the anchor drags.
        case dragging
        /// The boat is inside the swing circle again.
        case holding
        /// There has been no current position for ``AnchorWatch/positionTimeout``.
        case lost
        /// There is a current position again.
        case found
    }

    /// The kind of event.
    public let kind: Kind
    /// The distance from the anchor in metres; nil if unknown.
    public let distance: Double?
    /// The time of the decision, by the wall clock.
    public let moment: Timestamp
    /// The estimated start, by the wall clock.
    public let since: Timestamp
}
