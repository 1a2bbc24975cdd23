import Basics
import Glibc
public import Location

/// A closed route of legs and pauses that repeats endlessly.
public struct SimulatedRoute: Sendable {
    /// A step of a route.
    public enum Step: Hashable, Sendable {
        /// A straight leg with a distance in metres and a course in degrees from true north.
        case walk(distance: Double, course: Double)
        /// A pause.
        case pause(Duration)
    }

    /// The start and end of the route.
    public let origin: Coordinate
    /// The duration of one round.
    public let duration: Duration

    private let altitude: Double
    private let speed: Double
    private let legs: [RouteLeg]

    /// Creates a route that returns straight to its origin after the last step.
    ///
    /// - Parameters:
    ///   - origin: the start.
    ///   - altitude: metres above mean sea level, constant.
    ///   - speed: metres per second on the legs, clamped to 0.1...1000.
    ///   - steps: the steps; one that is not finite or has no length is skipped. An empty list stands still.
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

    /// Returns the true position after a time on the route.
    public func truth(after elapsed: Duration) -> Truth {
        let time = duration > .zero ? elapsed.remainder(by: duration) : .zero
        guard let leg = legs.last(where: { $0.start <= time }) else {
            return Truth(coordinate: origin, altitude: altitude, speed: 0, course: 0)
        }
        let travelled = leg.speed * (time - leg.start).inSeconds
        let coordinate = origin.moved(
            north: leg.north + travelled * leg.direction.north, east: leg.east + travelled * leg.direction.east)
        return Truth(coordinate: coordinate, altitude: altitude, speed: leg.speed, course: leg.course)
    }
}

extension Duration {
    /// Returns the non-negative remainder to the nanosecond.
    fileprivate func remainder(by period: Duration) -> Duration {
        let length = max(1, period.nanoseconds)
        let rest = nanoseconds % length
        return .nanoseconds(rest < 0 ? rest + length : rest)
    }

    private var nanoseconds: Int64 {
        let seconds = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return seconds.overflow ? 0 : seconds.partialValue &+ components.attoseconds / 1_000_000_000
    }
}

extension SimulatedRoute {
    /// A walk of a quarter of an hour through the centre of Melbourne and back.
    ///
    /// Starts at the test position of WhereIsMyMac and follows the city's grid, which is rotated by 20 degrees.
    public static let melbourne = SimulatedRoute(
        origin: Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388), altitude: 45.1, speed: 1.4,
        steps: [
            .walk(distance: 430, course: 160), .pause(.seconds(20)),
            .walk(distance: 220, course: 70), .pause(.seconds(10)),
            .walk(distance: 215, course: 340), .pause(.seconds(30)),
            .walk(distance: 215, course: 340), .pause(.seconds(10)),
        ])
}

/// A leg of a route at constant speed and course, in metres from the origin of the route.
struct RouteLeg: Sendable {
    /// The start, relative to that of the route.
    let start: Duration
    /// The starting point in metres from the origin.
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

/// Builds legs from consecutive steps.
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
            guard distance > 0, distance <= Self.maxLegLength, course.isFinite else { return }
            walk(distance, course: course)
        case .pause(let duration):
            guard duration > .zero, duration <= .seconds(86_400) else { return }
            legs.append(RouteLeg(start: time, north: north, east: east, speed: 0, course: course))
            time += duration
        }
    }

    /// Adds a straight leg back to the origin, unless it is reached already.
    mutating func close() {
        let distance = hypot(north, east)
        if distance > 0.001 { walk(distance, course: atan2(-east, -north) * 180 / .pi) }
    }

    /// The maximum length of a leg, which ``Coordinate/moved(north:east:)`` limits.
    private static let maxLegLength = 10_000.0

    private mutating func walk(_ distance: Double, course degrees: Double) {
        let normalized = fmod(degrees, 360)
        course = normalized < 0 ? normalized + 360 : normalized
        let leg = RouteLeg(start: time, north: north, east: east, speed: speed, course: course)
        legs.append(leg)
        north += distance * leg.direction.north
        east += distance * leg.direction.east
        time += .nanoseconds(Int64(distance / speed * 1e9))
    }
}
