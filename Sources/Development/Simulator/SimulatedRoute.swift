import Basics
import Glibc
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

extension SimulatedRoute {
    /// A quarter of an hour on foot through the middle of Melbourne and back.
    ///
    /// It begins at the position that WhereIsMyMac was tested with and follows the city's grid, which is turned by 20
    /// degrees.
    public static let melbourne = SimulatedRoute(
        origin: Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388), altitude: 45.1, speed: 1.4,
        steps: [
            .walk(distance: 430, course: 160), .pause(.seconds(20)),
            .walk(distance: 220, course: 70), .pause(.seconds(10)),
            .walk(distance: 215, course: 340), .pause(.seconds(30)),
            .walk(distance: 215, course: 340), .pause(.seconds(10)),
        ])
}

/// A part of a walk at one speed and course, laid out in metres from the walk's origin.
struct RouteLeg: Sendable {
    /// When it begins, counted from the start of the walk.
    let begin: Duration
    /// Where it begins, in metres from the origin.
    let north: Double
    let east: Double
    /// Metres per second; 0 for a pause.
    let speed: Double
    /// Degrees from true north.
    let course: Double

    /// The unit vector of the course.
    var direction: (north: Double, east: Double) {
        (cos(course * .pi / 180), sin(course * .pi / 180))
    }
}

/// Lays steps one after the other.
struct RouteBuilder {
    private(set) var legs: [RouteLeg] = []
    private(set) var time = Duration.zero
    private let speed: Double
    private var north = 0.0
    private var east = 0.0
    private var course = 0.0

    init(speed: Double) {
        self.speed = speed
    }

    mutating func append(_ step: SimulatedRoute.Step) {
        switch step {
        case .walk(let distance, let course):
            guard distance > 0, distance <= Self.farthest, course.isFinite else { return }
            walk(distance, course: course)
        case .pause(let duration):
            guard duration > .zero, duration <= .seconds(86_400) else { return }
            legs.append(RouteLeg(begin: time, north: north, east: east, speed: 0, course: course))
            time += duration
        }
    }

    /// Goes straight back to the origin, unless it is there already.
    mutating func close() {
        let distance = hypot(north, east)
        if distance > 0.001 { walk(distance, course: atan2(-east, -north) * 180 / .pi) }
    }

    /// A leg has to be short enough for ``Coordinate/moved(north:east:)``.
    private static let farthest = 10_000.0

    private mutating func walk(_ distance: Double, course degrees: Double) {
        let turned = fmod(degrees, 360)
        course = turned < 0 ? turned + 360 : turned
        let leg = RouteLeg(begin: time, north: north, east: east, speed: speed, course: course)
        legs.append(leg)
        north += distance * leg.direction.north
        east += distance * leg.direction.east
        time += .nanoseconds(Int64(distance / speed * 1e9))
    }
}
