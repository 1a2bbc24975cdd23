import Glibc
import Location

/// Something on its way: carries out the stages of a journey in steps of a tenth of a second.
struct Traveller: Sendable {
    private static let step = 0.1

    private let vehicle: Vehicle
    private let stages: [Stage]
    private var generator: SeededGenerator
    private var index = 0
    /// Steps spent, and metres gone, in the present stage.
    private var spent = 0
    private var gone = 0.0
    private var pace: GaussMarkov
    private var bend: GaussMarkov
    private var untilWander = 0
    private var coordinate: Coordinate
    private var course: Double
    private var speed = 0.0
    private var distance = 0.0
    private var swing: Swing

    init(_ vehicle: Vehicle, from coordinate: Coordinate, course: Double, stages: [Stage], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.vehicle = vehicle
        self.coordinate = coordinate
        self.course = course
        self.stages = stages
        pace = GaussMarkov(time: vehicle.pace, using: &generator)
        bend = GaussMarkov(time: vehicle.pace, using: &generator)
        swing = Swing(using: &generator)
        self.generator = generator
    }

    /// What is around it; nil when it has arrived.
    var surroundings: Surroundings? { index < stages.count ? stages[index].surroundings : nil }

    /// Where it is.
    var truth: GroundTruth {
        let turned = fmod(course, 360)
        return GroundTruth(
            coordinate: coordinate, speed: speed, course: turned < 0 ? turned + 360 : turned, isMoving: speed > 0,
            distance: distance)
    }

    /// Goes on for that many tenths of a second.
    mutating func advance(tenths: Int) {
        var moved = (north: 0.0, east: 0.0)
        for _ in 0..<tenths where index < stages.count {
            switch stages[index].maneuver {
            case .stand(let seconds): wait(seconds)
            case .go(let metres, let cruise, let turn, let end):
                go(metres, at: cruise, turning: turn, to: end, &moved)
            case .swing(let seconds): swing(seconds, &moved)
            case .carried(let seconds, let north, let east): carried(seconds, by: (north, east), &moved)
            }
        }
        move(moved)
    }

    private func isOver(_ seconds: Double) -> Bool { Double(spent) * Self.step >= seconds - 1e-6 }

    private mutating func nextStage() {
        index += 1
        spent = 0
        gone = 0
    }

    private mutating func wait(_ seconds: Double) {
        speed = 0
        spent += 1
        if isOver(seconds) { nextStage() }
    }

    private mutating func go(
        _ metres: Double, at cruise: Double, turning turn: Double, to end: Double,
        _ moved: inout (north: Double, east: Double)
    ) {
        wander()
        let left = metres - gone
        let wanted = min(
            cruise * (1 + vehicle.unsteadiness * pace.value), (end * end + 2 * vehicle.braking * left).squareRoot())
        speed += min(max(wanted - speed, -2 * vehicle.braking * Self.step), vehicle.acceleration * Self.step)
        let way = min(max(speed, 0.05) * Self.step, left)
        // What turns on purpose does not wander as well.
        let turned = turn != 0 ? turn * way / metres : vehicle.curvature * bend.value * way * 180 / .pi
        run(way, turning: turned, &moved)
        gone += way
        guard gone >= metres - 1e-6 else { return }
        if end == 0 { speed = 0 }
        nextStage()
    }

    private mutating func swing(_ seconds: Double, _ moved: inout (north: Double, east: Double)) {
        let way = swing.advance(Self.step)
        moved.north += way.north
        moved.east += way.east
        let metres = hypot(way.north, way.east)
        speed = metres / Self.step
        course = atan2(way.east, way.north) * 180 / .pi
        distance += metres
        spent += 1
        if isOver(seconds) { nextStage() }
    }

    private mutating func carried(
        _ seconds: Double, by way: (north: Double, east: Double), _ moved: inout (north: Double, east: Double)
    ) {
        speed = hypot(way.north, way.east) / seconds
        spent += 1
        moved.north += way.north * Self.step / seconds
        moved.east += way.east * Self.step / seconds
        guard isOver(seconds) else { return }
        speed = 0
        nextStage()
    }

    private mutating func run(_ way: Double, turning turn: Double, _ moved: inout (north: Double, east: Double)) {
        let middle = (course + turn / 2) * .pi / 180
        moved.north += way * cos(middle)
        moved.east += way * sin(middle)
        course += turn
        distance += way
    }

    /// Once a second is often enough for what takes many.
    private mutating func wander() {
        untilWander -= 1
        guard untilWander <= 0 else { return }
        untilWander = 10
        _ = pace.next(after: 1, using: &generator)
        _ = bend.next(after: 1, using: &generator)
    }

    /// A way that is straight over ground changes its course by the convergence of the meridians (Napier's analogy).
    private mutating func move(_ way: (north: Double, east: Double)) {
        guard way.north != 0 || way.east != 0 else { return }
        let before = coordinate
        coordinate = before.moved(north: way.north, east: way.east)
        let half = (coordinate.longitude - before.longitude) * .pi / 360
        let middle = (coordinate.latitude + before.latitude) * .pi / 360
        let rise = (coordinate.latitude - before.latitude) * .pi / 360
        course += 2 * atan2(sin(half) * sin(middle), cos(half) * cos(rise)) * 180 / .pi
    }
}
