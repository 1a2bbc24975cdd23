import Glibc

/// A random number generator that is deterministic for a seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; any seed is valid.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from the standard normal distribution.
    ///
    /// The polar method: G. Marsaglia and T. Bray, "A Convenient Method for Generating Normal Variables", SIAM Review
    /// 6, 1964.
    public mutating func nextNormal() -> Double {
        while true {
            let x = Double.random(in: -1...1, using: &self)
            let y = Double.random(in: -1...1, using: &self)
            let square = x * x + y * y
            if square > 0, square < 1 { return x * (-2 * log(square) / square).squareRoot() }
        }
    }
}
