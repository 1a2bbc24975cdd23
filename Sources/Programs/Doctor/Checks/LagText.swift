import Pages

/// How far one clock is from another, in words.
enum LagText {
    /// Words such as `7 s ahead of` and `2 h 5 min behind`.
    ///
    /// - Parameter seconds: positive where it is ahead.
    /// - Returns: the words.
    static func text(_ seconds: Double) -> String {
        let span = AgeText.span(.seconds(min(abs(seconds), 1e12)))
        return "\(span) \(seconds > 0 ? "ahead of" : "behind")"
    }
}
