import Glibc
import Location

/// Single bad fixes: now and then one, two or three in a row are somewhere else and look good.
struct Teleport: Sendable {
    /// Mean seconds from one to the next.
    private static let gap = 240.0

    private var generator: SeededGenerator
    private var left = 0
    private var isScattered = false
    private var offset = (north: 0.0, east: 0.0)

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// How far the next epoch is off; nil for not at all.
    mutating func next(after seconds: Double) -> (north: Double, east: Double)? {
        if left == 0 {
            guard Double.random(in: 0...1, using: &generator) < seconds / Self.gap else { return nil }
            let draw = Double.random(in: 0...1, using: &generator)
            left = draw < 0.6 ? 1 : (draw < 0.85 ? 2 : 3)
            isScattered = Bool.random(using: &generator)
            choose()
        } else if isScattered {
            choose()
        }
        left -= 1
        return offset
    }

    /// From 100 m to 50 km, any order of magnitude as likely as another; all within a step of ``Coordinate``.
    private mutating func choose() {
        let metres = exp(Double.random(in: log(100)...log(50_000), using: &generator))
        let direction = Double.random(in: 0...(2 * .pi), using: &generator)
        offset = (metres * cos(direction), metres * sin(direction))
    }
}
