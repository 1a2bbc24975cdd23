/// A distance in words.
public enum DistanceText {
    /// Whole metres below a kilometre, and kilometres with a decimal from there; nothing where it is not finite.
    public static func text(_ metres: Double) -> String {
        guard metres.isFinite else { return "" }
        return metres < 1000
            ? "\(FixedDecimalText.text(metres, decimals: 0)) m" : "\(FixedDecimalText.text(metres / 1000, decimals: 1)) km"
    }
}
