import Basics
import Location

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
