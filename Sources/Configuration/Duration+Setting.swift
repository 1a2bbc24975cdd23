extension Duration {
    private static let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]

    /// Reads a time as the configuration has it: `500ms`, `10s`, `2m`, `1.5h`, or a plain number of seconds.
    ///
    /// Nil for anything else, for less than a millisecond and for more than a year.
    init?(setting text: String) {
        let unit = Self.units.first { text.hasSuffix($0.suffix) }
        let digits = text.dropLast(unit?.suffix.count ?? 0)
        guard let first = digits.utf8.first, (48...57).contains(first),
            digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(digits)
        else { return nil }
        let seconds = number * (unit?.seconds ?? 1)
        guard (0.001...31_536_000).contains(seconds) else { return nil }
        self = .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
