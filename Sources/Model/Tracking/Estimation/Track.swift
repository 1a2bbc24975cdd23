import Location

/// The fixes of the last minute, a second apart, with the displacement that the velocity predicted meanwhile.
struct Track: Sendable {
    private struct Sample: Sendable {
        let time: Double
        let position: SIMD3<Double>
        let predicted: SIMD3<Double>
    }

    /// A displacement over a time in seconds.
    struct Displacement: Sendable {
        let seconds: Double
        /// By the positions, and by the reported velocity (dead reckoning), in metres.
        let measured, predicted: SIMD3<Double>

        /// The difference of both in metres: the innovation of a filter that follows the velocity.
        var innovation: SIMD3<Double> { measured - predicted }
    }

    private static let capacity = 64
    private var samples: [Sample] = []
    private var newest = 0
    private var time = 0.0
    private var position: SIMD3<Double>
    private var predicted = SIMD3<Double>.zero

    /// Starts at a fix.
    init(at position: SIMD3<Double>) {
        self.position = position
        samples = [Sample(time: 0, position: position, predicted: .zero)]
    }

    /// Adds a fix after a time step in seconds, and the displacement since the last one by the velocity.
    mutating func add(_ position: SIMD3<Double>, predicted step: SIMD3<Double>, after seconds: Double) {
        time += seconds
        predicted += step
        self.position = position
        guard time - samples[newest].time >= 0.99 else { return }
        let sample = Sample(time: time, position: position, predicted: predicted)
        newest = (newest + 1) % Self.capacity
        if newest < samples.count { samples[newest] = sample } else { samples.append(sample) }
    }

    /// Lets time pass without a fix.
    mutating func skip(_ seconds: Double) { time += seconds }

    /// Returns the displacement over a time in seconds, or over less if it has not run for as long.
    func displacement(over seconds: Double) -> Displacement {
        // The samples are in order. A walk back over the last minute was an eighth of the controller's time.
        var (near, far) = (0, samples.count - 1)
        while near < far {
            let middle = (near + far) / 2
            if time - sample(middle).time < seconds - 0.01 { near = middle + 1 } else { far = middle }
        }
        let start = sample(near)
        return Displacement(
            seconds: time - start.time, measured: position - start.position, predicted: predicted - start.predicted)
    }

    /// Returns a sample by its number from the newest, which is 0.
    private func sample(_ number: Int) -> Sample {
        let index = newest - number
        return samples[index < 0 ? index + samples.count : index]
    }
}
