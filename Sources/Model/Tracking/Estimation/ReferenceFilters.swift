import Glibc
import Location

/// One-pole filters of all ``times``, whose residuals show what smoothing would achieve.
///
/// They are never shown: what is shown depends on them.
struct ReferenceFilters: Sendable {
    /// The seconds over which positions in motion may be smoothed: the errors of receivers last for seconds to minutes.
    static let times = [5.0, 15, 45]

    private var positions: [SIMD3<Double>]
    private var age = 0.0

    /// Starts at a fix.
    init(at position: SIMD3<Double>) {
        positions = Array(repeating: position, count: Self.times.count)
    }

    /// The position smoothed over the longest time.
    var slowest: SIMD3<Double> { positions[positions.count - 1] }

    /// Advances all by the displacement that the velocity predicts.
    mutating func advance(by displacement: SIMD3<Double>) {
        for index in positions.indices { positions[index] += displacement }
    }

    /// Adds a fix after a time step in seconds; calls `record` with the squared residual of each filter that has run for
    /// at least half its time; `correctsStart` if the residual is corrected for the time for which it has run.
    mutating func add(
        _ position: SIMD3<Double>, after step: Double, correctsStart: Bool = false,
        record: (_ index: Int, _ square: Double) -> Void
    ) {
        age += step
        for (index, time) in Self.times.enumerated() {
            positions[index] += (position - positions[index]) * (step / (min(time, age) + step))
            guard age >= time / 2 else { continue }
            let settled = !correctsStart || age > 10 * time ? 1 : 1 - exp(-2 * age / time)
            record(index, (position - positions[index]).squaredLength / settled)
        }
    }
}
