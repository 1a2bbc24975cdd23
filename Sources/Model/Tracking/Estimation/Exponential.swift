/// e to a negative power, without the C library: Tracking imports the values alone.
enum Exponential {
    /// e to the power of `-value`, for 0 and above; the division of the power by 2 and squaring keep the series short.
    static func decay(_ value: Double) -> Double {
        guard value > 0 else { return 1 }
        guard value < 40 else { return 0 }
        let small = value / 64
        // Padé's approximant (2,2), good to 1e-9 up to 1; six squarings bring the power back.
        var power = (12 - 6 * small + small * small) / (12 + 6 * small + small * small)
        for _ in 0..<6 { power *= power }
        return power
    }
}
