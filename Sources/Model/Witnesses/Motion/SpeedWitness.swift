import Location

/// A witness that compares the way of the positions with that of the reported (Doppler) velocity.
///
/// Reflections, static hold and stuck values let both differ for seconds; over a window only a false one of them does. A way
/// that bends is shorter than its length, so that vectors are compared.
struct SpeedWitness: Sendable {
    /// The seconds between samples, and their number: five minutes show a difference of 1 m/s.
    private static let interval = 5.0
    private static let capacity = 61
    /// The samples that must differ from the present one, and this one from them: outliers are few.
    private static let minCount = 3
    /// Metres of difference that speak against them, beyond any reflection, and those up to which they still do.
    private static let begin = 300.0
    private static let end = 150.0
    /// Claimed radii of difference, if those are more.
    private static let radii = 6.0
    /// The seconds between fixes from which the velocity between them is unknown.
    private static let maxStep = 3.0
    /// The fixes in a row with the same speed to the digit that show a stuck value.
    private static let maxRepeats = 3
    /// The seconds of agreement that make it a witness, and of difference after which it is none.
    private static let learning = 60.0
    private static let patience = 3600.0

    private struct Sample { let time: Double, drift: SIMD3<Double> }

    private var samples: [Sample] = []
    private var newest = 0
    /// The way of the positions without that of the velocity, in metres.
    private var drift = SIMD3<Double>.zero
    private var last: (time: Double, position: SIMD3<Double>, velocity: SIMD3<Double>, speed: Double)?
    private var repeats = 0
    private var agreed = 0.0
    private var differed = 0.0
    private var didDiffer = false
    /// The largest difference within the window in metres.
    private(set) var difference = 0.0
    /// True while positions and speed exclude each other.
    private(set) var isActive = false

    /// Starts again after a gap or a leap; what has been learnt of the receiver stays.
    mutating func restart() {
        (samples, newest, drift, last, difference, isActive) = ([], 0, .zero, nil, 0, false)
    }

    /// Adds a fix.
    mutating func add(_ observation: Observation) {
        guard let velocity = observation.velocity, let speed = observation.speed else { return restart() }
        repeats = speed == last?.speed ? repeats + 1 : 0
        let here = (observation.time, observation.position, velocity, speed)
        guard let before = last, repeats < Self.maxRepeats, case let step = observation.time - before.time,
            step <= Self.maxStep
        else {
            restart()
            last = here
            return
        }
        drift += observation.position - before.position - (velocity + before.velocity) * (step / 2)
        last = here
        guard let sample = samples.isEmpty ? nil : samples[newest], observation.time - sample.time < Self.interval
        else { return record(observation) }
    }

    private mutating func record(_ observation: Observation) {
        let sample = Sample(time: observation.time, drift: drift)
        newest = samples.count < Self.capacity ? samples.count : (newest + 1) % Self.capacity
        if newest < samples.count { samples[newest] = sample } else { samples.append(sample) }
        let limit = max(isActive ? Self.end : Self.begin, Self.radii * observation.radius)
        var (square, count) = (0.0, 0)
        for sample in samples {
            let difference = (drift - sample.drift).squaredLength
            square = max(square, difference)
            if difference > limit * limit { count += 1 }
        }
        difference = square.squareRoot()
        let differs = count >= Self.minCount
        if differs { differed += Self.interval } else { (agreed, differed) = (agreed + Self.interval, 0) }
        if differed > Self.patience { agreed = 0 }
        isActive = differs && didDiffer && agreed >= Self.learning
        didDiffer = differs
    }
}
