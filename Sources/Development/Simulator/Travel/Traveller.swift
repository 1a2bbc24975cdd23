import Glibc
import Location

/// A vehicle that executes the stages of a journey in steps of 0.1 s.
struct Traveller: Sendable {
    private static let step = 0.1
    /// The time in seconds that counts as zero, a result of rounding.
    private static let epsilon = 1e-6

    private let vehicle: Vehicle
    private let stages: [Stage]
    private let isEndless: Bool
    private var generator: SeededGenerator
    private var index = 0
    /// The time in seconds and the distance in metres spent in the present stage.
    private var spent = 0.0
    private var covered = 0.0
    private var speedNoise: WanderingValue
    private var curvatureNoise: WanderingValue
    private var coordinate: Coordinate
    /// The displacement since the last update of `coordinate` in metres, for steps too short to move it.
    private var moved = (north: 0.0, east: 0.0)
    private var course: Double
    private var speed = 0.0
    private var distance = 0.0
    private var swing: AnchorSwing

    init(_ journey: Journey, stages: [Stage], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        vehicle = journey.vehicle
        coordinate = journey.origin
        course = journey.course
        isEndless = journey.isEndless
        self.stages = stages
        speedNoise = WanderingValue(time: vehicle.pace, using: &generator)
        curvatureNoise = WanderingValue(time: vehicle.pace, using: &generator)
        swing = AnchorSwing(using: &generator)
        self.generator = generator
        startStage()
    }

    /// The environment; nil at the end of the journey.
    var surroundings: SignalEnvironment? { index < stages.count ? stages[index].surroundings : nil }

    var truth: GroundTruth {
        let normalized = fmod(course, 360)
        return GroundTruth(
            coordinate: coordinate, speed: speed, course: normalized < 0 ? normalized + 360 : normalized,
            isMoving: speed > 0,
            distance: distance)
    }

    /// Advances by a number of tenths of a second.
    mutating func advance(tenths: Int) {
        for _ in 0..<tenths where index < stages.count {
            updateNoise()
            var remaining = Self.step
            while remaining > Self.epsilon, index < stages.count { remaining = step(remaining) }
        }
        move()
    }

    /// Spends time on the present stage; returns the seconds that remain after its end.
    private mutating func step(_ seconds: Double) -> Double {
        switch stages[index].maneuver {
        case .stand(let whole): return spend(seconds, of: whole)
        case .go(let metres, let cruise, let turn, let end):
            return go(metres, at: cruise, turning: turn, to: end, for: seconds)
        case .swing(let whole):
            let displacement = swing.advance(min(seconds, whole - spent))
            add(displacement)
            distance += hypot(displacement.north, displacement.east)
            setVelocity(swing.velocity)
            return spend(seconds, of: whole)
        case .carried(let whole, let north, let east):
            let part = min(seconds, whole - spent) / whole
            add((north * part, east * part))
            return spend(seconds, of: whole)
        }
    }

    private mutating func spend(_ seconds: Double, of whole: Double) -> Double {
        spent += seconds
        guard spent >= whole - Self.epsilon else { return 0 }
        defer { finishStage() }
        return spent - whole
    }

    private mutating func finishStage() {
        index += 1
        if isEndless, index == stages.count { index = 0 }
        spent = 0
        covered = 0
        startStage()
    }

    /// Stages without acceleration set the speed at once.
    private mutating func startStage() {
        guard index < stages.count else { return }
        switch stages[index].maneuver {
        case .stand: speed = 0
        case .go: break
        case .swing: setVelocity(swing.velocity)
        case .carried(let seconds, let north, let east): setVelocity((north / seconds, east / seconds))
        }
    }

    private mutating func setVelocity(_ velocity: (north: Double, east: Double)) {
        speed = hypot(velocity.north, velocity.east)
        course = atan2(velocity.east, velocity.north) * 180 / .pi
    }

    private mutating func add(_ displacement: (north: Double, east: Double)) {
        moved.north += displacement.north
        moved.east += displacement.east
    }

    private mutating func go(
        _ metres: Double, at cruise: Double, turning turn: Double, to end: Double, for seconds: Double
    ) -> Double {
        let targetSpeed = cruise * (1 + vehicle.unsteadiness * speedNoise.value)
        let acceleration = vehicle.acceleration(
            from: speed, to: targetSpeed, endSpeed: end, metresLeft: metres - covered, moment: Self.step)
        let displacement = MotionSegment(
            from: speed, acceleration: acceleration, seconds: seconds, metresLeft: metres - covered)
        // Deliberate turns have no random curvature.
        run(
            displacement.metres,
            bending: turn != 0 ? turn * .pi / 180 / metres : vehicle.curvature * curvatureNoise.value)
        speed = displacement.speed
        covered += displacement.metres
        guard displacement.isLast else { return 0 }
        finishStage()
        return seconds - displacement.seconds
    }

    /// The chord of an arc: second order is sufficient for a turn of a few degrees.
    private mutating func run(_ displacement: Double, bending curvature: Double) {
        let turn = curvature * displacement
        let (middle, chord) = (course * .pi / 180 + turn / 2, displacement * (1 - turn * turn / 24))
        add((chord * cos(middle), chord * sin(middle)))
        course += turn * 180 / .pi
        distance += displacement
    }

    private mutating func updateNoise() {
        guard case .go = stages[index].maneuver else { return }
        speedNoise.tick(using: &generator)
        curvatureNoise.tick(using: &generator)
    }

    /// A straight path over ground changes its course with the meridian convergence.
    private mutating func move() {
        guard moved.north != 0 || moved.east != 0 else { return }
        let before = coordinate
        coordinate = before.moved(north: moved.north, east: moved.east)
        course += before.convergence(to: coordinate)
        moved = (0, 0)
    }
}

/// A segment of constant acceleration, so that the distance is the exact integral of the speed.
struct MotionSegment: Sendable {
    /// The distance in metres that counts as zero, a result of rounding.
    private static let epsilon = 1e-6

    let seconds: Double
    let metres: Double
    /// The speed at the end in metres per second.
    let speed: Double
    /// True if the whole remaining distance is covered.
    let isLast: Bool

    /// Creates a segment from an initial speed over a maximum time, shorter if the remaining distance ends earlier.
    ///
    /// A negative acceleration must not lead to a standstill before the end.
    init(from initialSpeed: Double, acceleration: Double, seconds maxSeconds: Double, metresLeft remaining: Double) {
        let arrival = max(0, initialSpeed * initialSpeed + 2 * acceleration * remaining).squareRoot()
        let needed = remaining < Self.epsilon ? 0 : 2 * remaining / (initialSpeed + arrival)
        isLast = needed <= maxSeconds
        seconds = isLast ? needed : maxSeconds
        speed = isLast && needed > 0 ? arrival : initialSpeed + acceleration * seconds
        metres = (initialSpeed + speed) / 2 * seconds
    }
}
