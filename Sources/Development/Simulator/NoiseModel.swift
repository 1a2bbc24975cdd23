import Basics
import Glibc
import Location

/// How wrong a simulated receiver is, as standard deviations.
///
/// A receiver's error wanders: the part that satellites and atmosphere cause changes over minutes, and only a small
/// part is new each second. The wandering part is a first-order Gauss-Markov process (A. Gelb, "Applied Optimal
/// Estimation", 1974, section 3.8), the rest is white.
public struct NoiseModel: Hashable, Sendable {
    /// Metres, north and east each, of the part that wanders.
    public let horizontal: Double
    /// Metres up and down, of the part that wanders.
    public let vertical: Double
    /// Metres in each direction, of the part that is new in each epoch.
    public let white: Double
    /// Metres per second, north and east each, of the velocity.
    public let velocity: Double
    /// How long it takes until the wandering part has forgotten 63 percent of itself.
    public let correlationTime: Duration

    /// Makes a model; what is negative or not finite counts as 0.
    public init(
        horizontal: Double = 1.7, vertical: Double = 3.8, white: Double = 0.3, velocity: Double = 0.05,
        correlationTime: Duration = .seconds(60)
    ) {
        self.horizontal = Self.deviation(horizontal)
        self.vertical = Self.deviation(vertical)
        self.white = Self.deviation(white)
        self.velocity = Self.deviation(velocity)
        self.correlationTime = correlationTime
    }

    /// A receiver that makes no mistakes.
    public static let none = NoiseModel(horizontal: 0, vertical: 0, white: 0, velocity: 0)

    /// What a receiver with this noise says about its precision.
    public var precision: Precision {
        Precision(
            horizontal: (horizontal * horizontal + white * white).squareRoot(),
            vertical: (vertical * vertical + white * white).squareRoot())
    }

    private static func deviation(_ value: Double) -> Double {
        value.isFinite ? max(0, value) : 0
    }
}

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
