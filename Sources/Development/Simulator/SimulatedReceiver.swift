public import Basics
import Location

/// A receiver made of numbers: epoch after epoch along a route, the same every time for the same seed.
public struct SimulatedReceiver: Sendable {
    /// Epochs a second, 1 to 10.
    public let rate: Int

    private let route: SimulatedRoute
    private let start: Timestamp
    private let precision: Precision
    private var noise: Noise
    private var sky: SimulatedSky
    private var count: Int64 = 0

    /// Makes a receiver at the beginning of a route.
    ///
    /// - Parameters:
    ///   - route: Where it goes.
    ///   - noise: How wrong it is.
    ///   - start: The time of its first epoch.
    ///   - rate: Epochs a second, 1 to 10; what is outside is brought to the nearest.
    ///   - seed: What all its randomness comes from.
    public init(route: SimulatedRoute, noise: NoiseModel = NoiseModel(), start: Timestamp, rate: Int = 1, seed: UInt64 = 1) {
        self.route = route
        self.start = start
        self.rate = min(max(rate, 1), 10)
        precision = noise.precision
        self.noise = Noise(noise, seed: seed)
        // Another stream than the noise's, whatever the seed.
        sky = SimulatedSky(seed: ~seed)
    }

    /// The next epoch; time goes on by one part in `rate` of a second.
    public mutating func next() -> Epoch {
        let elapsed = Duration.milliseconds(count * 1000 / Int64(rate))
        count += 1
        let time = start + elapsed
        let truth = route.truth(after: elapsed)
        let error = noise.next(after: .seconds(1) / rate)
        let measured = Measurement(truth, at: time, error: error, precision: precision, sky: sky.next())
        return Epoch(time: time, truth: truth, measured: measured)
    }
}
