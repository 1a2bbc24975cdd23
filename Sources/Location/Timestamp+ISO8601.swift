extension Timestamp {
    /// The moment in ISO 8601 with milliseconds, such as `2026-01-01T00:06:52.000Z`.
    public var iso8601: String {
        let time = CivilTime(self)
        return [
            time.year.padded(to: 4), "-", time.month.padded(to: 2), "-", time.day.padded(to: 2), "T",
            time.hour.padded(to: 2), ":", time.minute.padded(to: 2), ":", time.second.padded(to: 2), ".",
            time.millisecond.padded(to: 3), "Z",
        ].joined()
    }

    /// Reads a moment in ISO 8601 as gpsd and `iso8601` write it: UTC, with or without a fraction of a second.
    ///
    /// A leap second, `23:59:60`, is the second after it. Anything else is nil.
    public init?(iso8601 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), Self.hasSeparators(bytes) else { return nil }
        guard let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            let fraction = Self.milliseconds(bytes[19..<(bytes.count - 1)])
        else { return nil }
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
        let days = CivilTime.days(year: year, month: month, day: day)
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        self.init(milliseconds: seconds * 1000 + fraction)
    }

    private static func hasSeparators(_ bytes: [UInt8]) -> Bool {
        let expected: [(Int, UnicodeScalar)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
        return expected.allSatisfy { bytes[$0.0] == UInt8(ascii: $0.1) }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(Int?(0)) { value, digit in
            guard let value, (48...57).contains(digit) else { return nil }
            return value * 10 + Int(digit - 48)
        }
    }

    private static func milliseconds(_ fraction: ArraySlice<UInt8>) -> Int64? {
        guard let point = fraction.first else { return 0 }
        let digits = fraction.dropFirst()
        guard point == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        let three = (digits.prefix(3) + Array(repeating: 48, count: max(0, 3 - digits.count)))
        return number(three).map(Int64.init)
    }
}

extension Int {
    /// The number with zeros before it up to a width.
    func padded(to width: Int) -> String {
        let digits = String(magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, width - digits.count))
        return (self < 0 ? "-" : "") + zeros + digits
    }
}
