import Glibc
import Location

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
