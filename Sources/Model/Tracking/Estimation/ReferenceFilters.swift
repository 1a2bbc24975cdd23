import Glibc
import Location

/// One-pole filters of all ``Thresholds/smoothingTimes``, whose residuals show what smoothing would achieve.
///
/// They are never shown: what is shown depends on them.
struct ReferenceFilters: Sendable {
    private var positions: [SIMD3<Double>]
    private var age = 0.0

    /// Starts at a fix.
    init(at position: SIMD3<Double>) {
        positions = Array(repeating: position, count: Thresholds.smoothingTimes.count)
    }

    /// Advances all by the way that the speed shows.
    mutating func advance(by way: SIMD3<Double>) {
        for index in positions.indices { positions[index] += way }
    }

    /// Adds a fix after a time step in seconds; calls `record` with the squared residual of each filter that has run for
    /// at least half its time, corrected for the time for which it has run.
    mutating func add(
        _ position: SIMD3<Double>, after step: Double, settles: Bool = false,
        record: (_ index: Int, _ square: Double) -> Void
    ) {
        age += step
        for (index, time) in Thresholds.smoothingTimes.enumerated() {
            positions[index] += (position - positions[index]) * (step / (min(time, age) + step))
            guard age >= time / 2 else { continue }
            let settled = !settles || age > 10 * time ? 1 : 1 - exp(-2 * age / time)
            record(index, (position - positions[index]).squaredLength / settled)
        }
    }
}
