import Basics
import Glibc
import Location

/// The error model of a simulated receiver, as standard deviations.
///
/// A receiver's error is correlated: the part caused by satellites and atmosphere varies over minutes, and only a small
/// part is independent each second. The correlated part is a first-order Gauss-Markov process (A. Gelb, "Applied
/// Optimal Estimation", 1974, section 3.8), the rest is white.
public struct NoiseModel: Hashable, Sendable {
    /// The correlated part north and east each, in metres.
    public let horizontal: Double
    /// The correlated vertical part in metres.
    public let vertical: Double
    /// The white part in each direction, in metres.
    public let white: Double
    /// The error of the velocity north and east each, in metres per second.
    public let velocity: Double
    /// The time in which the correlated part loses 63 percent of its memory.
    public let correlationTime = Duration.seconds(60)

    /// Creates a model; negative and non-finite values become 0.
    public init(
        horizontal: Double = 1.7, vertical: Double = 3.8, white: Double = 0.3, velocity: Double = 0.05
    ) {
        self.horizontal = Self.deviation(horizontal)
        self.vertical = Self.deviation(vertical)
        self.white = Self.deviation(white)
        self.velocity = Self.deviation(velocity)
    }

    /// A receiver without errors.
    public static let none = NoiseModel(horizontal: 0, vertical: 0, white: 0, velocity: 0)

    /// The precision that a receiver with this noise reports.
    public var precision: Precision {
        Precision(
            horizontal: (horizontal * horizontal + white * white).squareRoot(),
            vertical: (vertical * vertical + white * white).squareRoot())
    }

    private static func deviation(_ value: Double) -> Double {
        value.isFinite ? max(0, value) : 0
    }
}

/// The error of a simulated receiver over time.
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

    /// Starts at a random point of the distribution, so that the first epoch is as wrong as any other.
    init(_ model: NoiseModel, seed: UInt64) {
        self.model = model
        var generator = SeededGenerator(seed: seed)
        wandering = (0..<3).map { _ in generator.nextNormal() }
        self.generator = generator
    }

    /// Returns the error after an interval.
    mutating func next(after interval: Duration) -> Sample {
        let time = max(model.correlationTime.inSeconds, 1e-6)
        let retained = exp(-interval.inSeconds / time)
        let fresh = (1 - retained * retained).squareRoot()
        for axis in wandering.indices {
            wandering[axis] = retained * wandering[axis] + fresh * generator.nextNormal()
        }
        return Sample(
            north: model.horizontal * wandering[0] + model.white * generator.nextNormal(),
            east: model.horizontal * wandering[1] + model.white * generator.nextNormal(),
            up: model.vertical * wandering[2] + model.white * generator.nextNormal(),
            velocityNorth: model.velocity * generator.nextNormal(),
            velocityEast: model.velocity * generator.nextNormal())
    }
}
