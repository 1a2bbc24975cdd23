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

extension GeofenceMonitor {
    /// Metres around a position in which fences are looked at, at most: some minutes by car.
    private static let largestReach = 4000.0
    /// The same at least, so that a survey lasts for some seconds.
    private static let smallestReach = 20.0
    /// Fences that may be looked at each time; where there are more, a smaller reach is worth more surveys.
    private static let fewFences = 8

    mutating func discardPendingTransitions() {
        for index in nearby?.neighbours.map(\.index) ?? Array(boundingSpheres.indices) { forgetChange(of: index) }
    }

    private mutating func forgetChange(of index: Int) {
        guard boundingSpheres[index].hasPendingTransition else { return }
        boundingSpheres[index].hasPendingTransition = false
        geofences[index].discardPendingTransition()
    }

    /// Holds the fences nearby against a position.
    mutating func decide(_ coordinate: Coordinate, within radius: Double, at moment: Moment) -> [GeofenceTransition] {
        safeZone = nil
        var spot = needsSurvey ? nil : nearby?.offset(of: coordinate)
        if spot == nil { spot = survey(around: coordinate) }
        guard let nearby, let spot else { return [] }
        var (events, isCalm, nearest) = ([GeofenceTransition](), true, nearby.reach * 0.99 - spot.length)
        for neighbour in nearby.neighbours {
            let distance = neighbour.shape.signedDistance(at: spot)
            nearest = min(nearest, distance.magnitude * 0.99)
            guard boundingSpheres[neighbour.index].side != (distance <= 0 ? .inside : .outside) else {
                forgetChange(of: neighbour.index)
                continue
            }
            isCalm = false
            if let event = note(distance, of: neighbour.index, within: radius, at: moment) { events.append(event) }
        }
        if isCalm { safeZone = SafeZone(around: coordinate, radius: nearest) }
        return events
    }

    /// Tells a fence of a position on the side that was not decided.
    private mutating func note(
        _ distance: Double, of index: Int, within radius: Double, at moment: Moment
    ) -> GeofenceTransition? {
        let wasKnown = geofences[index].side != nil
        boundingSpheres[index].hasPendingTransition = true
        guard geofences[index].update(distance: distance, accuracy: radius, at: moment) else { return nil }
        (boundingSpheres[index].side, boundingSpheres[index].hasPendingTransition) = (geofences[index].side, false)
        // A fence far away that has been decided has to be looked at no more.
        needsSurvey = true
        return geofences[index].transition(wasKnown: wasKnown, at: moment)
    }

    /// Finds the fences that have to be looked at around a position; answers where that is on the new map.
    private mutating func survey(around coordinate: Coordinate) -> LocalVector? {
        guard let position = ECEFVector(coordinate) else { return nil }
        var reach = min(Self.largestReach, 4 * (nearby?.reach ?? Self.largestReach))
        while reach > Self.smallestReach, hasMany(near: position, reach: reach) {
            reach = max(reach / 2, Self.smallestReach)
        }
        let before = nearby?.neighbours.map(\.index) ?? boundingSpheres.indices.filter { boundingSpheres[$0].hasPendingTransition }
        let now = NearbyGeofences(around: coordinate, reach: reach) { map in
            boundingSpheres.indices.compactMap { neighbour($0, at: position, reach: reach, on: map) }
        }
        let kept = Set(now.neighbours.map(\.index))
        // What is far away again is on the side that was decided.
        for index in before where !kept.contains(index) { forgetChange(of: index) }
        (nearby, needsSurvey) = (now, false)
        return LocalVector()
    }

    private func hasMany(near position: ECEFVector, reach: Double) -> Bool {
        var count = 0
        for ball in boundingSpheres where ball.distance(from: position, beyond: reach) == nil {
            count += 1
            if count > Self.fewFences { return true }
        }
        return false
    }

    /// A fence as it has to be looked at; nil for one that is far away and has been decided.
    private func neighbour(
        _ index: Int, at position: ECEFVector, reach: Double, on map: LocalFrame
    ) -> Neighbour? {
        guard let distance = boundingSpheres[index].distance(from: position, beyond: reach) else {
            return Neighbour(index: index, shape: FlatShape(geofences[index].place.shape, on: map))
        }
        guard boundingSpheres[index].side == (distance <= 0 ? .inside : .outside) else {
            return Neighbour(index: index, shape: .beyond(distance))
        }
        return nil
    }
}
