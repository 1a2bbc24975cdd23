import Glibc

/// A first-order Gauss-Markov process with mean 0 and standard deviation 1.
///
/// A. Gelb, "Applied Optimal Estimation", 1974, section 3.8.
struct GaussMarkovProcess: Sendable {
    private let time: Double
    private var step = 0.0
    private var retained = 1.0
    private var fresh = 0.0
    private(set) var value: Double

    /// Starts at a random point of its distribution; `time` is the correlation time in seconds.
    init(time: Double, using generator: inout SeededGenerator) {
        self.time = time
        value = generator.nextNormal()
    }

    /// Returns the value after a time in seconds.
    mutating func next(after seconds: Double, using generator: inout SeededGenerator) -> Double {
        if seconds != step {
            step = seconds
            retained = exp(-seconds / time)
            fresh = (1 - retained * retained).squareRoot()
        }
        value = retained * value + fresh * generator.nextNormal()
        return value
    }
}

/// A random value with linear interpolation between seconds, since a body with mass cannot jump.
struct WanderingValue: Sendable {
    private static let ticksPerSecond = 10

    private var process: GaussMarkovProcess
    private var earlier: Double
    private var ticks = ticksPerSecond

    /// Starts at a random point of its distribution; `time` is the correlation time in seconds.
    init(time: Double, using generator: inout SeededGenerator) {
        process = GaussMarkovProcess(time: time, using: &generator)
        earlier = process.value
    }

    /// The present value, with standard deviation 1 at whole seconds.
    var value: Double {
        earlier + (process.value - earlier) * Double(ticks) / Double(Self.ticksPerSecond)
    }

    /// Advances by 0.1 s.
    mutating func tick(using generator: inout SeededGenerator) {
        if ticks == Self.ticksPerSecond {
            earlier = process.value
            _ = process.next(after: 1, using: &generator)
            ticks = 0
        }
        ticks += 1
    }
}
