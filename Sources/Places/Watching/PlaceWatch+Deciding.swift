import Location

extension PlaceWatch {
    /// Metres around a position in which fences are looked at with each fix: half a minute by car.
    private static let usualReach = 1000.0
    /// The same in radii of the position, at least, so that a survey lasts.
    private static let reachRadii = 4.0
    /// Fences that may be looked at each time; where there are more, a smaller reach is worth more surveys.
    private static let fewFences = 32
    /// The smallest reach that is tried, in metres.
    private static let smallestReach = 50.0

    mutating func forgetChanges() {
        for neighbour in vicinity?.neighbours ?? [] { fences[neighbour.index].forgetChange() }
    }

    /// Holds the fences nearby against a position.
    mutating func decide(_ coordinate: Coordinate, within radius: Double, at moment: Moment) -> [PlaceEvent] {
        guard let vicinity, !vicinity.neighbours.isEmpty else { return [] }
        let spot = vicinity.spot(at: coordinate)
        var events: [PlaceEvent] = []
        for neighbour in vicinity.neighbours {
            let distance = neighbour.shape.signedDistance(at: spot)
            let wasKnown = fences[neighbour.index].side != nil
            guard fences[neighbour.index].takes(distance, within: radius, at: moment) else { continue }
            // A fence far away that has been decided has to be looked at no more.
            self.vicinity = nil
            if let event = fences[neighbour.index].event(wasKnown: wasKnown, at: moment) { events.append(event) }
        }
        return events
    }

    /// Finds the fences that have to be looked at around a position.
    mutating func survey(around coordinate: Coordinate, within radius: Double) {
        guard let position = ECEFVector(coordinate) else { return }
        let least = max(Self.smallestReach, Self.reachRadii * radius)
        var reach = max(Self.usualReach, least)
        while reach > least, count(near: position, reach: reach) > Self.fewFences { reach = max(reach / 4, least) }
        vicinity = Vicinity(around: coordinate, reach: reach) { map in
            fences.indices.compactMap { neighbour($0, at: position, reach: reach, on: map) }
        }
    }

    private func count(near position: ECEFVector, reach: Double) -> Int {
        balls.count { $0.distance(from: position, beyond: reach) == nil }
    }

    /// A fence as it has to be looked at; nil for one that is far away and has been decided.
    private mutating func neighbour(
        _ index: Int, at position: ECEFVector, reach: Double, on map: LocalFrame
    ) -> Neighbour? {
        guard let distance = balls[index].distance(from: position, beyond: reach) else {
            return Neighbour(index: index, shape: FlatShape(fences[index].place.shape, on: map))
        }
        guard fences[index].side == (distance <= 0 ? .inside : .outside) else {
            return Neighbour(index: index, shape: .beyond(distance))
        }
        fences[index].forgetChange()
        return nil
    }
}
