/// The radius around a position as people read it.
public enum AccuracyText {
    /// The least that is told, in metres: a radius is never 0.
    private static let minRadius = 0.001

    /// Words such as `± 5.5 m`, `± 120 m` and `± 0.014 m`; `unknown` for a radius that is not finite or not above 0.
    public static func text(_ radius: Double) -> String {
        let metres = metres(radius)
        return metres.isEmpty ? "unknown" : "± \(metres) m"
    }

    /// The number alone: no decimals from 100 m on, one from 1 m, two from 0.1 m, three below, and never 0; nothing
    /// for a radius that is not finite or not above 0.
    static func metres(_ radius: Double) -> String {
        guard radius.isFinite, radius > 0 else { return "" }
        return FixedDecimalText.text(max(radius, minRadius), decimals: radius < 100 ? decimals(radius) : 0)
    }

    /// The number rounded up, so that it promises no more than the radius does; one decimal from 1 m on.
    static func roundedUp(_ radius: Double) -> String {
        let (radius, decimals) = (max(radius, minRadius), decimals(radius))
        let text = FixedDecimalText.text(radius, decimals: decimals)
        guard let told = Double(text), told < radius else { return text }
        let step = decimals == 1 ? 0.1 : decimals == 2 ? 0.01 : 0.001
        return FixedDecimalText.text(radius + 0.75 * step, decimals: decimals)
    }

    private static func decimals(_ radius: Double) -> Int {
        switch radius {
        case ..<0.1: 3
        case ..<1: 2
        default: 1
        }
    }
}
