/// Conversion of physical quantities to whole steps.
enum Quantity {
    static let unknown = Int64.min
    /// Larger magnitudes are unknown: up to here a Double holds each step exactly.
    static let limit: Int64 = 1 &<< 50

    /// Returns the nearest step, rounded half away from 0; unknown for nil and for a value beyond the limit.
    static func steps(_ value: Double?, perUnit: Double) -> Int64 {
        guard let value else { return unknown }
        let scaled = value * perUnit
        guard abs(scaled) < Double(limit) else { return unknown }
        let whole = Int64(scaled)
        let rest = scaled - Double(whole)
        return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
    }

    /// Returns the nearest step of an uncertainty, which is rounded up to 1 unless it is exactly 0.
    static func steps(uncertain value: Double?, perUnit: Double) -> Int64 {
        let nearest = steps(value, perUnit: perUnit)
        guard nearest == 0, let value, value > 0 else { return nearest }
        return 1
    }

    /// Returns the Double nearest to a number of steps, which prints with the fewest digits; nil for unknown.
    static func value(_ steps: Int64, perUnit: Double) -> Double? {
        steps == unknown ? nil : Double(steps) / perUnit
    }
}

/// Degrees on the grid of arc minutes with at most five decimals.
enum MinuteGrid {
    /// Returns the step nearest to an index in hundred-thousandths of a minute; 5 steps are 3 indices.
    static func steps(_ index: Int64) -> Int64 { (index &* 5 &+ index.signum()) / 3 }

    /// Returns the index nearest to a step.
    static func index(_ steps: Int64) -> Int64 { (steps &* 3 &+ 2 &* steps.signum()) / 5 }

    /// Returns the indices of all values; nil if one is off the grid.
    static func indices(_ values: ArraySlice<Int64>) -> [Int64]? {
        guard values.allSatisfy({ steps(index($0)) == $0 }) else { return nil }
        return values.map(index)
    }
}
