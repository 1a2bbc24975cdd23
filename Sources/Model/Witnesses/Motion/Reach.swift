import Location

/// How far a machine can have come: the law by which positions continue each other.
enum Reach {
    /// Metres by which honest positions disagree anyway: a reflection of 150 m at one end and another at the other; among
    /// real drives the largest leap beyond the speed is 76 m in a second.
    static let noise = 250.0
    /// Metres within which they are the same.
    static let same = 100.0
    /// Claimed radii of error, if those are more than that.
    static let radii = 5.0
    /// The acceleration in m/s² that no vehicle holds for seconds: that of free fall.
    static let acceleration = 10.0
    /// The seconds up to which a velocity predicts the next position.
    static let prediction = 10.0
    /// The speed in m/s, beyond half as much again as before, with which a vehicle goes on unseen: a city's.
    private static let usualSpeed = 15.0

    /// Returns true for a claimed radius that excuses more than positions disagree anyway.
    static func isPoor(_ radius: Double) -> Bool { radii * radius > noise }

    /// Returns the metres by which positions with a radius may miss their prediction after some seconds.
    static func deviation(after time: Double, radius: Double) -> Double {
        max(noise, radii * radius) + acceleration / 2 * time * time
    }

    /// Returns the metres that may lie between positions before and after some seconds, from a speed up to a maximum.
    static func possible(after time: Double, speed: Double, radius: Double, maxSpeed: Double) -> Double {
        let fastest = min(speed * time + acceleration / 2 * time * time, max(maxSpeed, speed) * time)
        return max(noise, radii * radius) + fastest
    }

    /// Returns the metres that usually lie between them.
    static func usual(after time: Double, speed: Double) -> Double { noise + (1.5 * speed + usualSpeed) * time }
}

/// A position on the track of a receiver, with the velocity there.
struct StateVector: Sendable {
    let position: SIMD3<Double>
    /// By the receiver and by the last two positions, in m/s.
    let reported, derived: SIMD3<Double>
    /// Seconds as in ``Observation/time``.
    let time: Double
    /// True if its claimed radius excuses leaps.
    let isPoor: Bool
    /// The largest speed of the last quarter of an hour or so, in m/s.
    let usualSpeed: Double
    /// A former position from which the pace is computed, and its time.
    private let mark: (position: SIMD3<Double>, time: Double)

    /// The seconds in which a former speed loses its weight: the stops of a drive are shorter.
    private static let memory = 900.0
    /// The seconds over which positions have a speed: in fewer, noise and reflections have one.
    private static let paceTime = 15.0

    /// Creates the state of an observation, which is this far from where the one before led, if it continues that.
    init(_ observation: Observation, after before: StateVector?, by leap: Leap? = nil) {
        (position, time, isPoor) = (observation.position, observation.time, Reach.isPoor(observation.radius))
        var derived = observation.velocity ?? .zero
        var speed = derived.length
        var mark = (position: position, time: time)
        if let before, case let step = time - before.time {
            if let leap, !leap.isImpossible, step <= Reach.prediction {
                // A step of a tenth of a second has the noise of ten; that of an outlier is no motion.
                let isSmooth = step > 0 && leap.distance < Reach.same
                derived = isSmooth ? (position - before.position) * (1 / max(step, 1)) : before.derived
                mark = before.mark
            }
            speed = max(speed, before.usualSpeed * max(0, 1 - step / Self.memory))
        }
        if case let seconds = time - mark.time, seconds >= Self.paceTime {
            // Some receivers report 0 always.
            speed = max(speed, (position - mark.position).length / seconds)
            mark = (position, time)
        }
        self.mark = mark
        reported = observation.velocity ?? derived
        (self.derived, usualSpeed) = (derived, speed)
    }

    /// Creates the state of a fix of an earlier run; nil without a position.
    init?(_ fix: Fix, time: Double) {
        guard let surface = fix.coordinate.map(SurfacePosition.init) else { return nil }
        let speed = fix.speed ?? 0
        let velocity = fix.course.map { surface.velocity(speed: speed, course: $0) } ?? .zero
        (position, self.time, mark) = (surface.point, time, (surface.point, time))
        isPoor = Reach.isPoor(fix.horizontalAccuracy?.radius ?? 0)
        (reported, derived, usualSpeed) = (velocity, velocity, speed)
    }

    /// Returns the metres by which an observation misses the nearest prediction from here.
    func deviation(of observation: Observation) -> Double {
        let (step, moved) = (observation.time - time, observation.position - position)
        let mean = (reported + (observation.velocity ?? reported)) * (step / 2)
        return min(moved.length, (moved - mean).length, (moved - derived * step).length)
    }

    /// Returns the metres from where the reported velocity leads in some seconds to an observation.
    func offset(of observation: Observation, after gap: Double) -> SIMD3<Double> {
        observation.position - position - reported * gap
    }

    /// Returns the metres to an observation.
    func distance(to observation: Observation) -> Double { (observation.position - position).length }

    /// Returns the metres by which an observation may miss this one's predictions, and by which it does.
    func step(to observation: Observation, maxSpeed: Double) -> Leap {
        let step = max(0, observation.time - time)
        guard step > Reach.prediction else {
            return Leap(
                distance: deviation(of: observation),
                allowed: Reach.deviation(after: step, radius: observation.radius), gap: step)
        }
        let speed = max(reported.length, derived.length)
        return Leap(
            distance: distance(to: observation),
            allowed: Reach.possible(after: step, speed: speed, radius: observation.radius, maxSpeed: maxSpeed),
            gap: step)
    }
}

/// A fix with a poor radius, which is not the track's own but bounds it.
struct PoorState: Sendable {
    private let state: StateVector
    private let radius: Double

    init(_ observation: Observation) { (state, radius) = (StateVector(observation, after: nil), observation.radius) }

    /// Returns how an observation soon after continues it; nil after a gap.
    func step(to observation: Observation) -> Leap? {
        let gap = max(0, observation.time - state.time)
        guard gap <= Reach.prediction else { return nil }
        let allowed = Reach.deviation(after: gap, radius: max(radius, observation.radius))
        return Leap(distance: state.deviation(of: observation), allowed: allowed, gap: gap)
    }
}

/// The distance of a position from where it is expected.
public struct Leap: Hashable, Sendable {
    /// Metres from the expected position.
    public let distance: Double
    /// Metres that nothing exceeds.
    public let allowed: Double
    /// The seconds meanwhile.
    public let gap: Double

    /// True if nothing can have come as far.
    var isImpossible: Bool { distance > allowed }
}
