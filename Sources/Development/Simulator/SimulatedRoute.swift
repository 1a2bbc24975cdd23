import Basics
public import Location

/// A closed walk: legs and pauses, gone through again and again, so that it can run for ever.
public struct SimulatedRoute: Sendable {
    /// One part of a walk.
    public enum Step: Hashable, Sendable {
        /// Straight ahead for that many metres, in degrees from true north.
        case walk(distance: Double, course: Double)
        /// Standing still for that long.
        case pause(Duration)
    }

    /// Where the walk begins and ends.
    public let origin: Coordinate
    /// How long the walk takes once.
    public let duration: Duration

    private let altitude: Double
    private let speed: Double
    private let legs: [RouteLeg]

    /// Makes a walk that goes back straight to its origin after the last step.
    ///
    /// - Parameters:
    ///   - origin: Where it begins.
    ///   - altitude: Metres above mean sea level, all the way.
    ///   - speed: Metres per second on the legs, 0.1 to 1000; what is outside is brought to the nearest.
    ///   - steps: What is done; a step that is not finite, or of no length, is left out. None at all is standing still.
    public init(origin: Coordinate, altitude: Double, speed: Double, steps: [Step]) {
        self.origin = origin
        self.altitude = altitude
        self.speed = speed.isNaN ? 0.1 : min(max(speed, 0.1), 1000)
        var builder = RouteBuilder(speed: self.speed)
        for step in steps { builder.append(step) }
        builder.close()
        legs = builder.legs
        duration = builder.time
    }

    /// Where a walker is who set off that long ago.
    public func truth(after elapsed: Duration) -> Truth {
        let time = duration > .zero ? elapsed.remainder(by: duration) : .zero
        guard let leg = legs.last(where: { $0.begin <= time }) else {
            return Truth(coordinate: origin, altitude: altitude, speed: 0, course: 0)
        }
        let gone = leg.speed * (time - leg.begin).inSeconds
        let coordinate = origin.moved(
            north: leg.north + gone * leg.direction.north, east: leg.east + gone * leg.direction.east)
        return Truth(coordinate: coordinate, altitude: altitude, speed: leg.speed, course: leg.course)
    }
}

extension Duration {
    /// What is left after as many whole turns as fit in, to the nanosecond; never negative.
    fileprivate func remainder(by turn: Duration) -> Duration {
        let length = max(1, turn.nanoseconds)
        let rest = nanoseconds % length
        return .nanoseconds(rest < 0 ? rest + length : rest)
    }

    private var nanoseconds: Int64 {
        let seconds = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return seconds.overflow ? 0 : seconds.partialValue &+ components.attoseconds / 1_000_000_000
    }
}
