/// The formats of numbers and columns.
enum TextFormat {
    /// Returns a rounded number; `-` for nil, `never` from 10^12.
    static func number(_ value: Double?, _ decimals: Int) -> String {
        guard let value else { return "-" }
        guard value.magnitude < 1e12 else { return "never" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let units = Int64((value.magnitude * scale).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(units) }
        let fraction = String(units % Int64(scale))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(sign)\(units / Int64(scale)).\(zeros)\(fraction)"
    }

    /// Returns the text, left-aligned in a column.
    static func left(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns the text, right-aligned in a column.
    static func right(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
