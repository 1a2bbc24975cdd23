import Glibc

/// Outliers: occasionally one to three consecutive fixes are far off and look valid.
struct Teleport: Sendable {
    /// The mean time between outliers in seconds.
    private static let gap = 240.0

    private var generator: SeededGenerator
    private var remaining = 0
    private var isScattered = false
    private var offset = (north: 0.0, east: 0.0)

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns the offset of the next epoch; nil for none.
    mutating func next(after seconds: Double) -> (north: Double, east: Double)? {
        if remaining == 0 {
            guard Double.random(in: 0...1, using: &generator) < seconds / Self.gap else { return nil }
            let draw = Double.random(in: 0...1, using: &generator)
            remaining = draw < 0.6 ? 1 : (draw < 0.85 ? 2 : 3)
            isScattered = Bool.random(using: &generator)
            chooseOffset()
        } else if isScattered {
            chooseOffset()
        }
        remaining -= 1
        return offset
    }

    /// From 100 m to 50 km with a log-uniform distribution; all within a step of ``Coordinate``.
    private mutating func chooseOffset() {
        let metres = exp(Double.random(in: log(100)...log(50_000), using: &generator))
        let direction = Double.random(in: 0...(2 * .pi), using: &generator)
        offset = (metres * cos(direction), metres * sin(direction))
    }
}
