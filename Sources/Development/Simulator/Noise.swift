import Basics
import Glibc
import Location

/// The error of a simulated receiver as it wanders from epoch to epoch.
struct Noise: Sendable {
    /// One epoch's error.
    struct Sample {
        /// Metres.
        let north: Double
        let east: Double
        let up: Double
        /// Metres per second.
        let velocityNorth: Double
        let velocityEast: Double
    }

    private let model: NoiseModel
    private var generator: SeededGenerator
    /// North, east and up, as multiples of their standard deviation.
    private var wandering: [Double]

    /// Begins anywhere in the distribution, so that the first epoch is as wrong as any other.
    init(_ model: NoiseModel, seed: UInt64) {
        self.model = model
        var generator = SeededGenerator(seed: seed)
        wandering = (0..<3).map { _ in generator.nextNormal() }
        self.generator = generator
    }

    /// The error after that much more time.
    mutating func next(after interval: Duration) -> Sample {
        let time = max(model.correlationTime.inSeconds, 1e-6)
        let kept = exp(-interval.inSeconds / time)
        let fresh = (1 - kept * kept).squareRoot()
        for axis in wandering.indices {
            wandering[axis] = kept * wandering[axis] + fresh * generator.nextNormal()
        }
        return Sample(
            north: model.horizontal * wandering[0] + model.white * generator.nextNormal(),
            east: model.horizontal * wandering[1] + model.white * generator.nextNormal(),
            up: model.vertical * wandering[2] + model.white * generator.nextNormal(),
            velocityNorth: model.velocity * generator.nextNormal(),
            velocityEast: model.velocity * generator.nextNormal())
    }
}
