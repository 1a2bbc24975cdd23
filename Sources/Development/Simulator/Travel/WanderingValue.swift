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
