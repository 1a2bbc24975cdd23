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
