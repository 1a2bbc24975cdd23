import Basics
import Location

extension PlaceWatch {
    /// Metres around a position in which fences are looked at, at most: some minutes by car.
    private static let largestReach = 4000.0
    /// The same at least, so that a survey lasts for some seconds.
    private static let smallestReach = 20.0
    /// Fences that may be looked at each time; where there are more, a smaller reach is worth more surveys.
    private static let fewFences = 8

    mutating func forgetChanges() {
        for index in vicinity?.neighbours.map(\.index) ?? Array(balls.indices) { forgetChange(of: index) }
    }

    private mutating func forgetChange(of index: Int) {
        guard balls[index].isChanging else { return }
        balls[index].isChanging = false
        fences[index].forgetChange()
    }

    /// Holds the fences nearby against a position.
    mutating func decide(_ coordinate: Coordinate, within radius: Double, at moment: Moment) -> [PlaceEvent] {
        calm = nil
        var spot = needsSurvey ? nil : vicinity?.spot(at: coordinate)
        if spot == nil { spot = survey(around: coordinate) }
        guard let vicinity, let spot else { return [] }
        var (events, isCalm, nearest) = ([PlaceEvent](), true, vicinity.reach * 0.99 - spot.length)
        for neighbour in vicinity.neighbours {
            let distance = neighbour.shape.signedDistance(at: spot)
            nearest = min(nearest, distance.magnitude * 0.99)
            guard balls[neighbour.index].side != (distance <= 0 ? .inside : .outside) else {
                forgetChange(of: neighbour.index)
                continue
            }
            isCalm = false
            if let event = note(distance, of: neighbour.index, within: radius, at: moment) { events.append(event) }
        }
        if isCalm { calm = Calm(around: coordinate, radius: nearest) }
        return events
    }

    /// Tells a fence of a position on the side that was not decided.
    private mutating func note(
        _ distance: Double, of index: Int, within radius: Double, at moment: Moment
    ) -> PlaceEvent? {
        let wasKnown = fences[index].side != nil
        balls[index].isChanging = true
        guard fences[index].takes(distance, within: radius, at: moment) else { return nil }
        (balls[index].side, balls[index].isChanging) = (fences[index].side, false)
        // A fence far away that has been decided has to be looked at no more.
        needsSurvey = true
        return fences[index].event(wasKnown: wasKnown, at: moment)
    }

    /// Finds the fences that have to be looked at around a position; answers where that is on the new map.
    private mutating func survey(around coordinate: Coordinate) -> LocalVector? {
        guard let position = ECEFVector(coordinate) else { return nil }
        var reach = min(Self.largestReach, 4 * (vicinity?.reach ?? Self.largestReach))
        while reach > Self.smallestReach, hasMany(near: position, reach: reach) {
            reach = max(reach / 2, Self.smallestReach)
        }
        let before = vicinity?.neighbours.map(\.index) ?? balls.indices.filter { balls[$0].isChanging }
        let now = Vicinity(around: coordinate, reach: reach) { map in
            balls.indices.compactMap { neighbour($0, at: position, reach: reach, on: map) }
        }
        let kept = Set(now.neighbours.map(\.index))
        // What is far away again is on the side that was decided.
        for index in before where !kept.contains(index) { forgetChange(of: index) }
        (vicinity, needsSurvey) = (now, false)
        return LocalVector()
    }

    private func hasMany(near position: ECEFVector, reach: Double) -> Bool {
        var count = 0
        for ball in balls where ball.distance(from: position, beyond: reach) == nil {
            count += 1
            if count > Self.fewFences { return true }
        }
        return false
    }

    /// A fence as it has to be looked at; nil for one that is far away and has been decided.
    private func neighbour(
        _ index: Int, at position: ECEFVector, reach: Double, on map: LocalFrame
    ) -> Neighbour? {
        guard let distance = balls[index].distance(from: position, beyond: reach) else {
            return Neighbour(index: index, shape: FlatShape(fences[index].place.shape, on: map))
        }
        guard balls[index].side == (distance <= 0 ? .inside : .outside) else {
            return Neighbour(index: index, shape: .beyond(distance))
        }
        return nil
    }
}
