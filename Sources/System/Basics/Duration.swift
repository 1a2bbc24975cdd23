extension Duration {
    private static let units: [(suffix: String, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
    ]

    /// Parses a duration in the form of a setting: `500ms`, `10s`, `2m`, `1.5h`, `90d`, or a plain number of seconds.
    ///
    /// Nil for anything else and for values outside a range in seconds, by default a millisecond to a year.
    public init?(setting text: String, within seconds: ClosedRange<Double> = 0.001...31_536_000) {
        let unit = Self.units.first { text.hasSuffix($0.suffix) }
        let digits = text.dropLast(unit?.suffix.count ?? 0)
        guard let first = digits.utf8.first, (48...57).contains(first),
            digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(digits), case let value = number * (unit?.seconds ?? 1), seconds.contains(value)
        else { return nil }
        self = .milliseconds(Int64((value * 1000).rounded()))
    }

    /// The duration in the form of a setting, in the largest unit that makes it a whole number; parsing it again is
    /// exact to the millisecond.
    public var setting: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        guard milliseconds != 0 else { return "0" }
        let unit = Self.units.last { milliseconds.isMultiple(of: Int64($0.seconds * 1000)) }
        return unit.map { "\(milliseconds / Int64($0.seconds * 1000))\($0.suffix)" } ?? "\(milliseconds)ms"
    }
}
