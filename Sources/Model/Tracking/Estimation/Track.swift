import Location

/// The fixes of the last minute, a second apart, with the way that the speed showed meanwhile.
struct Track: Sendable {
    private struct Sample: Sendable {
        let time: Double
        let position: SIMD3<Double>
        let way: SIMD3<Double>
    }

    /// A displacement over a time in seconds.
    struct Displacement: Sendable {
        let seconds: Double
        /// By the positions, and by the speed, in metres.
        let moved, way: SIMD3<Double>
    }

    private static let capacity = 64
    private var samples: [Sample] = []
    private var newest = 0
    private var time = 0.0
    private var position: SIMD3<Double>
    private var way = SIMD3<Double>.zero

    /// Starts at a fix.
    init(at position: SIMD3<Double>) {
        self.position = position
        samples = [Sample(time: 0, position: position, way: .zero)]
    }

    /// Adds a fix after a time step in seconds, and the way since the last one by the speed.
    mutating func add(_ position: SIMD3<Double>, way step: SIMD3<Double>, after seconds: Double) {
        time += seconds
        way += step
        self.position = position
        guard time - samples[newest].time >= 0.99 else { return }
        let sample = Sample(time: time, position: position, way: way)
        newest = (newest + 1) % Self.capacity
        if newest < samples.count { samples[newest] = sample } else { samples.append(sample) }
    }

    /// Lets time pass without a fix.
    mutating func skip(_ seconds: Double) { time += seconds }

    /// Returns the displacement over a time in seconds, or over less if it has not run for as long.
    func displacement(over seconds: Double) -> Displacement {
        var index = newest
        for _ in 1..<max(samples.count, 2) {
            guard time - samples[index].time < seconds - 0.01 else { break }
            let before = (index + samples.count - 1) % samples.count
            guard samples[before].time < samples[index].time else { break }
            index = before
        }
        let start = samples[index]
        return Displacement(seconds: time - start.time, moved: position - start.position, way: way - start.way)
    }
}
