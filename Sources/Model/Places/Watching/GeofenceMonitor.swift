public import Basics
public import Location

/// Tells when places are entered and left: a fix goes in, events come out.
///
/// A value without clock, file or socket. Each place is decided by itself, so places may overlap and lie in each other.
/// A place is entered, or left, once the position has been on that side for the place's dwell time and two fixes at
/// least a second apart were certain of it. The first decision about a place makes an event only where it is inside.
/// While the position is not current, nothing is decided and nothing forgotten, so that a gap or a restart, with the
/// ``standings`` from before it, makes one event where the side has changed and none where it has not.
public struct GeofenceMonitor: Sendable {
    var geofences: [Geofence]
    var boundingSpheres: [BoundingSphere]
    var nearby: NearbyGeofences?
    /// Whether what is around is not as it was found, since a fence has been decided.
    var needsSurvey = false
    var safeZone: SafeZone?
    private var last: (timestamp: Timestamp?, coordinate: Coordinate)?

    /// Begins, with the standings of an earlier run where there are some; those of places that are no more are dropped.
    ///
    /// Of places of one name the first counts.
    public init(_ places: [Place] = [], states: [PlaceState] = []) {
        let known = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
        (geofences, boundingSpheres) = ([], [])
        set(places) { Geofence($0, state: known[$0.name]) }
    }

    /// What was decided about each place, for an end and a new beginning; in the order of the places.
    public var states: [PlaceState] { geofences.compactMap(\.state) }

    /// The places that one is in, in their order.
    public var placesInside: [Place] { geofences.filter { $0.side == .inside }.map(\.place) }

    /// Whether the last fix was, as far as it can tell, on the side of each place that is decided: what an earlier run has
    /// decided is confirmed then.
    public var isConfirmed: Bool { safeZone != nil }

    /// Goes by other places from now on; what was decided about those of the same name stays decided.
    ///
    /// - Parameters:
    ///   - places: all of them.
    ///   - standings: what an earlier run has decided about such as were not there until now.
    ///   - moment: now.
    /// - Returns: that places were left which are no more and were not left before.
    public mutating func reconfigure(
        _ places: [Place], states: [PlaceState] = [], at moment: Moment
    ) -> [GeofenceTransition] {
        let earlier = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
        let known = Dictionary(geofences.map { ($0.place.name, $0) }) { first, _ in first }
        let gone = Set(known.keys).subtracting(places.map(\.name))
        let left = geofences.filter { gone.contains($0.place.name) && $0.side == .inside }.map(\.place)
        set(places) { place in
            var fence = known[place.name] ?? Geofence(place, state: earlier[place.name])
            fence.reconfigure(place)
            return fence
        }
        return left.map { GeofenceTransition(.leave, $0, moment: moment.wallClock, since: moment.wallClock) }
    }

    /// Decides by what is known now; to be called with each report that has a new fix or state.
    ///
    /// - Parameters:
    ///   - fix: the fix that is shown, with the radius that holds the truth 95 times in 100. One that came already, and
    ///     one without a radius, is passed over.
    ///   - state: whether it is current.
    ///   - moment: now.
    /// - Returns: what was entered and left with it, in the order of the places.
    public mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> [GeofenceTransition] {
        guard state == .live else {
            discardPendingTransitions()
            return []
        }
        guard let fix, let coordinate = fix.coordinate, let radius = fix.horizontalAccuracy?.radius,
            isNew(fix, coordinate)
        else { return [] }
        if safeZone?.contains(coordinate) == true { return [] }
        return decide(coordinate, within: radius, at: moment)
    }

    private mutating func set(_ places: [Place], _ fence: (Place) -> Geofence) {
        var names: Set<PlaceName> = []
        let known = places.filter { names.insert($0.name).inserted }.compactMap { place in
            let fence = fence(place)
            return BoundingSphere(fence).map { (fence, $0) }
        }
        (geofences, boundingSpheres) = (known.map(\.0), known.map(\.1))
        (nearby, safeZone) = (nil, nil)
    }

    private mutating func isNew(_ fix: Fix, _ coordinate: Coordinate) -> Bool {
        if let last, let timestamp = last.timestamp, timestamp == fix.timestamp, last.coordinate == coordinate {
            return false
        }
        last = (fix.timestamp, coordinate)
        return true
    }
}
