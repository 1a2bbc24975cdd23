import Glibc
import Location

/// Something on its way: carries out the stages of a journey in steps of a tenth of a second.
struct Traveller: Sendable {
    private static let step = 0.1
    /// Seconds that are none: what rounding leaves of a step.
    private static let nothing = 1e-6

    private let vehicle: Vehicle
    private let stages: [Stage]
    private var generator: SeededGenerator
    private var index = 0
    /// Seconds spent, and metres gone, in the present stage.
    private var spent = 0.0
    private var gone = 0.0
    private var pace: WanderingValue
    private var bend: WanderingValue
    private var coordinate: Coordinate
    /// Metres from there, in steps that are too short to move it.
    private var moved = (north: 0.0, east: 0.0)
    private var course: Double
    private var speed = 0.0
    private var distance = 0.0
    private var swing: AnchorSwing

    init(_ vehicle: Vehicle, from coordinate: Coordinate, course: Double, stages: [Stage], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.vehicle = vehicle
        self.coordinate = coordinate
        self.course = course
        self.stages = stages
        pace = WanderingValue(time: vehicle.pace, using: &generator)
        bend = WanderingValue(time: vehicle.pace, using: &generator)
        swing = AnchorSwing(using: &generator)
        self.generator = generator
        enter()
    }

    /// What is around it; nil when it has arrived.
    var surroundings: SignalEnvironment? { index < stages.count ? stages[index].surroundings : nil }

    /// Where it is.
    var truth: GroundTruth {
        let turned = fmod(course, 360)
        return GroundTruth(
            coordinate: coordinate, speed: speed, course: turned < 0 ? turned + 360 : turned, isMoving: speed > 0,
            distance: distance)
    }

    /// Goes on for that many tenths of a second.
    mutating func advance(tenths: Int) {
        for _ in 0..<tenths where index < stages.count {
            wander()
            var left = Self.step
            while left > Self.nothing, index < stages.count { left = proceed(left) }
        }
        move()
    }

    /// Spends seconds on the present stage; answers how many of them are left where it ends before.
    private mutating func proceed(_ seconds: Double) -> Double {
        switch stages[index].maneuver {
        case .stand(let whole): return spend(seconds, of: whole)
        case .go(let metres, let cruise, let turn, let end):
            return go(metres, at: cruise, turning: turn, to: end, for: seconds)
        case .swing(let whole):
            let way = swing.advance(min(seconds, whole - spent))
            add(way)
            distance += hypot(way.north, way.east)
            take(swing.velocity)
            return spend(seconds, of: whole)
        case .carried(let whole, let north, let east):
            let part = min(seconds, whole - spent) / whole
            add((north * part, east * part))
            return spend(seconds, of: whole)
        }
    }

    private mutating func spend(_ seconds: Double, of whole: Double) -> Double {
        spent += seconds
        guard spent >= whole - Self.nothing else { return 0 }
        defer { leave() }
        return spent - whole
    }

    private mutating func leave() {
        index += 1
        spent = 0
        gone = 0
        enter()
    }

    /// What does not gain speed has it at once.
    private mutating func enter() {
        guard index < stages.count else { return }
        switch stages[index].maneuver {
        case .stand: speed = 0
        case .go: break
        case .swing: take(swing.velocity)
        case .carried(let seconds, let north, let east): take((north / seconds, east / seconds))
        }
    }

    private mutating func take(_ velocity: (north: Double, east: Double)) {
        speed = hypot(velocity.north, velocity.east)
        course = atan2(velocity.east, velocity.north) * 180 / .pi
    }

    private mutating func add(_ way: (north: Double, east: Double)) {
        moved.north += way.north
        moved.east += way.east
    }

    private mutating func go(
        _ metres: Double, at cruise: Double, turning turn: Double, to end: Double, for seconds: Double
    ) -> Double {
        let wanted = cruise * (1 + vehicle.unsteadiness * pace.value)
        let acceleration = vehicle.acceleration(
            from: speed, to: wanted, endSpeed: end, metresLeft: metres - gone, moment: Self.step)
        let way = MotionSegment(from: speed, acceleration: acceleration, seconds: seconds, metresLeft: metres - gone)
        // What turns on purpose does not wander as well.
        run(way.metres, bending: turn != 0 ? turn * .pi / 180 / metres : vehicle.curvature * bend.value)
        speed = way.speed
        gone += way.metres
        guard way.isLast else { return 0 }
        leave()
        return seconds - way.seconds
    }

    /// The chord of an arc: for a turn of a few degrees its second order is enough.
    private mutating func run(_ way: Double, bending curvature: Double) {
        let turn = curvature * way
        let (middle, chord) = (course * .pi / 180 + turn / 2, way * (1 - turn * turn / 24))
        add((chord * cos(middle), chord * sin(middle)))
        course += turn * 180 / .pi
        distance += way
    }

    private mutating func wander() {
        guard case .go = stages[index].maneuver else { return }
        pace.tick(using: &generator)
        bend.tick(using: &generator)
    }

    /// A way that is straight over ground changes its course where north is elsewhere.
    private mutating func move() {
        guard moved.north != 0 || moved.east != 0 else { return }
        let before = coordinate
        coordinate = before.moved(north: moved.north, east: moved.east)
        course += before.convergence(to: coordinate)
        moved = (0, 0)
    }
}

/// A part of a way with one acceleration, so that the way is the integral of the speed to the last digit.
struct MotionSegment: Sendable {
    /// Metres that are none: what rounding leaves of a way.
    private static let nothing = 1e-6

    let seconds: Double
    let metres: Double
    /// Metres per second at its end.
    let speed: Double
    /// Whether all the way that was left is gone.
    let isLast: Bool

    /// Goes on from a speed for so many seconds, or for less where no more metres are left.
    ///
    /// An acceleration below 0 must not lead to a standstill before either is over.
    init(from begin: Double, acceleration: Double, seconds most: Double, metresLeft left: Double) {
        let arrival = max(0, begin * begin + 2 * acceleration * left).squareRoot()
        let needed = left < Self.nothing ? 0 : 2 * left / (begin + arrival)
        isLast = needed <= most
        seconds = isLast ? needed : most
        speed = isLast && needed > 0 ? arrival : begin + acceleration * seconds
        metres = (begin + speed) / 2 * seconds
    }
}
