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
