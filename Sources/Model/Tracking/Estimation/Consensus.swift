import Location

/// The present position of the majority of recent fixes, each moved along with the receiver's reported speed.
///
/// A receiver's speed, from the Doppler shift, is accurate to 0.1 m/s while reflections shift its positions by tens of
/// metres for a minute. In a frame that moves with that speed, true positions stay in place and reflections form
/// clusters elsewhere. The largest cluster is found by mean shift (Comaniciu and Meer, "Mean Shift: A Robust Approach
/// Toward Feature Space Analysis", 2002).
struct Consensus: Sendable {
    private struct Sample: Sendable {
        /// Metres from the present position.
        var place: LocalVector
        /// The seconds that the sample covers, divided by its variance.
        var weight: Double
        /// Seconds of travel since the start.
        var age: Double
    }

    private static let capacity = 64

    private var samples: [Sample] = []
    private var interval = Thresholds.sampleInterval
    /// Metres travelled since the start, and the seconds that it took.
    private(set) var travelled = LocalVector()
    private var age = 0.0
    private var sum = LocalVector()
    private var weight = 0.0
    private var time = 0.0
    private var anchor: LocalVector?

    init() {
        samples.reserveCapacity(Self.capacity)
    }

    /// The centre of the cluster on the plane; nil before the first fix.
    var centre: LocalVector? { anchor.map { $0 + travelled } }

    /// Advances by a distance; `time` ages the samples, and is longer than the real time if the distance is uncertain.
    mutating func advance(by distance: LocalVector, time: Double) {
        travelled = travelled + distance
        age += time
    }

    /// Adds a measured position on the plane.
    mutating func add(_ place: LocalVector, time step: Double, deviation: Double) {
        let part = min(step, Thresholds.gap) / (deviation * deviation)
        sum = sum + (place - travelled) * part
        weight += part
        time += step
        if anchor == nil { anchor = place - travelled }
        guard time >= interval else { return }
        append(Sample(place: sum * (1 / weight), weight: weight, age: age))
        (sum, weight, time) = (LocalVector(), 0, 0)
        evaluate(within: deviation * Thresholds.consensusDeviations)
    }

    /// Converts all positions after a change of the plane.
    mutating func apply(_ change: FrameChange) {
        for index in samples.indices { samples[index].place = change.position(samples[index].place + travelled) }
        anchor = anchor.map { change.position($0 + travelled) }
        sum = weight > 0 ? change.position(sum * (1 / weight) + travelled) * weight : LocalVector()
        travelled = LocalVector()
    }

    private mutating func append(_ sample: Sample) {
        if samples.count == Self.capacity { compact() }
        samples.append(sample)
    }

    /// Removes the oldest sample if its weight is negligible; otherwise merges pairs of samples.
    private mutating func compact() {
        if let oldest = samples.first, age - oldest.age > 2 * Thresholds.sampleLifetime {
            samples.removeFirst()
            interval = Thresholds.sampleInterval
            return
        }
        for index in 0..<Self.capacity / 2 {
            let (first, second) = (samples[2 * index], samples[2 * index + 1])
            samples[index] = first.weight > second.weight ? first : second
            samples[index].weight = first.weight + second.weight
        }
        samples.removeLast(Self.capacity / 2)
        interval *= 2
    }

    private mutating func evaluate(within radius: Double) {
        guard let latest = samples.last?.place else { return }
        let current = meanShift(from: anchor ?? latest, within: radius)
        let change = meanShift(from: latest, within: radius)
        let isBetter = change.density > current.density * Thresholds.switchRatio
        anchor = isBetter ? change.place : current.place
    }

    /// Runs two steps of mean shift; repeated for each sample, it converges over time.
    private func meanShift(from start: LocalVector, within radius: Double) -> (place: LocalVector, density: Double) {
        var (place, density) = (start, 0.0)
        for _ in 0..<2 {
            var total = LocalVector()
            density = 0
            for sample in samples {
                let (north, east) = (sample.place.north - place.north, sample.place.east - place.east)
                let proximity = 1 / (1 + (north * north + east * east) / (radius * radius))
                let ageFactor = 1 + (age - sample.age) / Thresholds.sampleLifetime
                let part = sample.weight * proximity * proximity / (ageFactor * ageFactor * ageFactor)
                total.north += part * sample.place.north
                total.east += part * sample.place.east
                density += part
            }
            guard density > 0 else { return (start, 0) }
            place = total * (1 / density)
        }
        return (place, density)
    }
}
