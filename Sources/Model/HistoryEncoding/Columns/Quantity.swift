/// Numbers as a segment keeps them: whole steps.
enum Quantity {
    /// Stands for what is not known.
    static let unknown = Int64.min
    /// Steps beyond count as unknown: up to here a double holds each step exactly.
    static let limit: Int64 = 1 &<< 50

    /// The nearest step, halves away from 0; unknown where there is no value, or none that can be kept.
    static func steps(_ value: Double?, perUnit: Double) -> Int64 {
        guard let value else { return unknown }
        let scaled = value * perUnit
        guard abs(scaled) < Double(limit) else { return unknown }
        let whole = Int64(scaled)
        let rest = scaled - Double(whole)
        return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
    }

    /// The same of a value that is never 0 unless it is exactly: less than a step is a whole one.
    static func steps(uncertain value: Double?, perUnit: Double) -> Int64 {
        let nearest = steps(value, perUnit: perUnit)
        guard nearest == 0, let value, value > 0 else { return nearest }
        return 1
    }

    /// The double nearest to so many steps, which prints as short as it can; nil for unknown.
    static func value(_ steps: Int64, perUnit: Double) -> Double? {
        steps == unknown ? nil : Double(steps) / perUnit
    }
}

/// Degrees that were told in arc minutes with five decimals or fewer.
enum MinuteGrid {
    /// The nearest step to so many hundred-thousandths of a minute; 5 steps are 3 of them.
    static func steps(_ index: Int64) -> Int64 { (index &* 5 &+ index.signum()) / 3 }

    /// The index nearest to a step.
    static func index(_ steps: Int64) -> Int64 { (steps &* 3 &+ 2 &* steps.signum()) / 5 }

    /// The indices of all values; nil where one is off the grid.
    static func indices(_ values: ArraySlice<Int64>) -> [Int64]? {
        guard values.allSatisfy({ steps(index($0)) == $0 }) else { return nil }
        return values.map(index)
    }
}
