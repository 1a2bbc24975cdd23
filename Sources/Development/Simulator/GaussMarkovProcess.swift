import Glibc

/// A value that wanders: a first-order Gauss-Markov process with mean 0 and standard deviation 1.
///
/// A. Gelb, "Applied Optimal Estimation", 1974, section 3.8.
struct GaussMarkovProcess: Sendable {
    private let time: Double
    private var step = 0.0
    private var kept = 1.0
    private var fresh = 0.0
    private(set) var value: Double

    /// Begins anywhere in its distribution; `time` is the correlation time in seconds.
    init(time: Double, using generator: inout SeededGenerator) {
        self.time = time
        value = generator.nextNormal()
    }

    /// The value that many seconds later.
    mutating func next(after seconds: Double, using generator: inout SeededGenerator) -> Double {
        if seconds != step {
            step = seconds
            kept = exp(-seconds / time)
            fresh = (1 - kept * kept).squareRoot()
        }
        value = kept * value + fresh * generator.nextNormal()
        return value
    }
}

/// What wanders from second to second and goes straight in between: nothing that has mass jumps.
struct WanderingValue: Sendable {
    private static let ticksPerSecond = 10

    private var process: GaussMarkovProcess
    private var earlier: Double
    private var ticks = ticksPerSecond

    /// Begins anywhere in its distribution; `time` is the correlation time in seconds.
    init(time: Double, using generator: inout SeededGenerator) {
        process = GaussMarkovProcess(time: time, using: &generator)
        earlier = process.value
    }

    /// The value now, with standard deviation 1 at whole seconds.
    var value: Double {
        earlier + (process.value - earlier) * Double(ticks) / Double(Self.ticksPerSecond)
    }

    /// Goes on for a tenth of a second.
    mutating func tick(using generator: inout SeededGenerator) {
        if ticks == Self.ticksPerSecond {
            earlier = process.value
            _ = process.next(after: 1, using: &generator)
            ticks = 0
        }
        ticks += 1
    }
}
