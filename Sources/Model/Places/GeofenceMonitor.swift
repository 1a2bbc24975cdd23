public import Basics
public import Location

/// Detects when places are entered and left: consumes fixes, returns transitions.
///
/// A value without clock, file or socket. Places are decided independently, so they may overlap and contain each other.
/// A place is entered or left after the position has been on that side for the dwell time and two fixes at least a
/// second apart were certain of it. The first decision makes a transition only if it is inside. While the position is
/// not current, nothing is decided or discarded, so that a gap, or a restart with the earlier ``states``, makes one
/// transition if the side has changed and none otherwise.
public struct GeofenceMonitor: Sendable {
    var geofences: [Geofence]
    var boundingSpheres: [BoundingSphere]
    var nearby: NearbyGeofences?
    /// True if the last survey is outdated because a geofence has been decided.
    var needsSurvey = false
    var safeZone: SafeZone?
    /// The number of decisions so far, also of first ones, which make no transition outside.
    public private(set) var decisionCount = 0
    private var last: (timestamp: Timestamp?, coordinate: Coordinate)?

    /// Creates a monitor, with the states of an earlier run if there are any; those of other places are dropped.
    ///
    /// If several places have one name, the first is used.
    public init(_ places: [Place] = [], states: [PlaceState] = []) {
        let known = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
        (geofences, boundingSpheres) = ([], [])
        set(places) { Geofence($0, state: known[$0.name]) }
    }

    /// The decided states to persist, in the order of the places.
    public var states: [PlaceState] { geofences.compactMap(\.state) }

    /// The places that the machine is inside of, in their order.
    public var placesInside: [Place] { geofences.filter { $0.side == .inside }.map(\.place) }

    /// True if the last fix was on the decided side of each place, which confirms the states of an earlier run.
    public var isConfirmed: Bool { safeZone != nil }

    /// Replaces the places; decisions on places of the same name are retained.
    ///
    /// - Parameters:
    ///   - places: all places.
    ///   - states: the states that an earlier run decided for places that were not monitored until now.
    ///   - moment: now.
    /// - Returns: exits from removed places that the machine was inside of.
    public mutating func reconfigure(
        _ places: [Place], states: [PlaceState] = [], at moment: Moment
    ) -> [GeofenceTransition] {
        let earlier = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
        let known = Dictionary(geofences.map { ($0.place.name, $0) }) { first, _ in first }
        let removed = Set(known.keys).subtracting(places.map(\.name))
        let exited = geofences.filter { removed.contains($0.place.name) && $0.side == .inside }.map(\.place)
        set(places) { place in
            var geofence = known[place.name] ?? Geofence(place, state: earlier[place.name])
            geofence.reconfigure(place)
            return geofence
        }
        return exited.map { GeofenceTransition(.leave, $0, moment: moment.wallClock, since: moment.wallClock) }
    }

    /// Evaluates the current fix; to be called for each report with a new fix or state.
    ///
    /// - Parameters:
    ///   - fix: the fix shown, with its 95 % radius; ignored if it is a repetition or has no radius.
    ///   - state: the tracking state.
    ///   - moment: now.
    /// - Returns: the transitions, in the order of the places.
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

    private mutating func set(_ places: [Place], _ geofence: (Place) -> Geofence) {
        var names: Set<PlaceName> = []
        let known = places.filter { names.insert($0.name).inserted }.compactMap { place in
            let geofence = geofence(place)
            return BoundingSphere(geofence).map { (geofence, $0) }
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
    /// The maximum radius of a survey in metres: some minutes by car.
    private static let maxReach = 4000.0
    /// The minimum radius of a survey in metres, so that it stays valid for some seconds.
    private static let minReach = 20.0
    /// The number of geofences worth evaluating each time; with more, a smaller radius and more surveys are faster.
    private static let maxEvaluated = 8

    mutating func discardPendingTransitions() {
        for index in nearby?.neighbours.map(\.index) ?? Array(boundingSpheres.indices) {
            discardPendingTransition(of: index)
        }
    }

    private mutating func discardPendingTransition(of index: Int) {
        guard boundingSpheres[index].hasPendingTransition else { return }
        boundingSpheres[index].hasPendingTransition = false
        geofences[index].discardPendingTransition()
    }

    /// Evaluates the nearby geofences at a position.
    mutating func decide(_ coordinate: Coordinate, within radius: Double, at moment: Moment) -> [GeofenceTransition] {
        safeZone = nil
        var offset = needsSurvey ? nil : nearby?.offset(of: coordinate)
        if offset == nil { offset = survey(around: coordinate) }
        guard let nearby, let offset else { return [] }
        var (events, isSafe, nearest) = ([GeofenceTransition](), true, nearby.reach * 0.99 - offset.length)
        for neighbour in nearby.neighbours {
            let distance = neighbour.shape.signedDistance(at: offset)
            nearest = min(nearest, distance.magnitude * 0.99)
            guard boundingSpheres[neighbour.index].side != (distance <= 0 ? .inside : .outside) else {
                discardPendingTransition(of: neighbour.index)
                continue
            }
            isSafe = false
            if let event = updateGeofence(distance, of: neighbour.index, within: radius, at: moment) {
                events.append(event)
            }
        }
        if isSafe { safeZone = SafeZone(around: coordinate, radius: nearest) }
        return events
    }

    /// Updates a geofence with a position on the side that is not the decided one.
    private mutating func updateGeofence(
        _ distance: Double, of index: Int, within radius: Double, at moment: Moment
    ) -> GeofenceTransition? {
        let wasKnown = geofences[index].side != nil
        boundingSpheres[index].hasPendingTransition = true
        guard geofences[index].update(distance: distance, accuracy: radius, at: moment) else { return nil }
        (boundingSpheres[index].side, boundingSpheres[index].hasPendingTransition) = (geofences[index].side, false)
        decisionCount += 1
        // A decided geofence far away needs no further evaluation.
        needsSurvey = true
        return geofences[index].transition(wasKnown: wasKnown, at: moment)
    }

    /// Finds the geofences to evaluate around a position; returns its offset on the new plane.
    private mutating func survey(around coordinate: Coordinate) -> LocalVector? {
        guard let position = ECEFVector(coordinate) else { return nil }
        var reach = min(Self.maxReach, 4 * (nearby?.reach ?? Self.maxReach))
        while reach > Self.minReach, hasMany(near: position, reach: reach) {
            reach = max(reach / 2, Self.minReach)
        }
        let before =
            nearby?.neighbours.map(\.index)
            ?? boundingSpheres.indices.filter { boundingSpheres[$0].hasPendingTransition }
        let now = NearbyGeofences(around: coordinate, reach: reach) { map in
            boundingSpheres.indices.compactMap { neighbour($0, at: position, reach: reach, on: map) }
        }
        let nearbyIndices = Set(now.neighbours.map(\.index))
        // A geofence that is far away again is on its decided side.
        for index in before where !nearbyIndices.contains(index) { discardPendingTransition(of: index) }
        (nearby, needsSurvey) = (now, false)
        return LocalVector()
    }

    private func hasMany(near position: ECEFVector, reach: Double) -> Bool {
        var count = 0
        for sphere in boundingSpheres where sphere.distance(from: position, beyond: reach) == nil {
            count += 1
            if count > Self.maxEvaluated { return true }
        }
        return false
    }

    /// Returns a geofence for evaluation; nil if it is far away and decided.
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
