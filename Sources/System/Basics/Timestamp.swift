/// A point in time in UTC, to the millisecond, without leap seconds (POSIX time).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// Creates a timestamp from milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Orders chronologically.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the timestamp a duration later, truncated to the millisecond.
    public static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds + right.milliseconds)
    }

    /// Returns the duration from the right timestamp to the left one; negative if the left one is earlier.
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// Returns the milliseconds from an earlier timestamp to this one, without the division that a duration takes.
    public func milliseconds(since earlier: Timestamp) -> Int64 { milliseconds - earlier.milliseconds }

    /// The times that a file, a database and ISO 8601 hold: 1970 to 9999.
    ///
    /// No calculation with them overflows.
    public static let storable = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)

    /// True from 1970 to 9999.
    public var isStorable: Bool { Self.storable.contains(self) }

    /// Reads milliseconds since 1970 of a file or a request; nil outside of 1970 to 9999.
    public init?(storable milliseconds: Int64) {
        self.init(milliseconds: milliseconds)
        guard isStorable else { return nil }
    }

    /// Reads ISO 8601 of a file or a request; nil for anything else, and before 1970.
    public init?(storable text: some StringProtocol) {
        self.init(iso8601: text)
        guard isStorable else { return nil }
    }
}

extension Duration {
    /// Whole milliseconds, truncated towards zero.
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// Seconds including the fraction.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension Timestamp {
    /// The timestamp in ISO 8601 with milliseconds, such as `2026-01-01T00:06:52.000Z`.
    public var iso8601: String {
        var bytes: [UInt8] = []
        appendISO8601(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``iso8601`` to bytes.
    public func appendISO8601(to bytes: inout [UInt8]) {
        let time = CivilTime(self)
        if time.year < 0 { bytes.append(UInt8(ascii: "-")) }
        DecimalText.append(UInt64(time.year.magnitude), width: 4, to: &bytes)
        bytes.append(addingCapacity: 20) { output in
            output.append("-", time.month)
            output.append("-", time.day)
            output.append("T", time.hour)
            output.append(":", time.minute)
            output.append(":", time.second)
            output.append(".", time.millisecond / 10)
            output.append(UInt8(ascii: "0") + UInt8(time.millisecond % 10))
            output.append(UInt8(ascii: "Z"))
        }
    }

    /// Parses ISO 8601 as written by gpsd and `iso8601`: UTC, with or without a fraction of a second.
    ///
    /// A leap second, `23:59:60`, becomes the second after it. Nil for anything else, and for the leap second that would
    /// be in the year 10000, which ISO 8601 cannot express in four digits.
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
        guard seconds < Self.endOfYear9999 else { return nil }
        self.init(milliseconds: seconds * 1000 + fraction)
    }

    /// Seconds since 1970 of 10000-01-01T00:00:00Z.
    private static let endOfYear9999 = CivilTime.days(year: 10_000, month: 1, day: 1) * 86_400

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

extension DecimalText.Output {
    /// Appends a separator and a number of two digits.
    fileprivate mutating func append(_ separator: Unicode.Scalar, _ number: Int) {
        append(UInt8(ascii: separator))
        append(UInt8(ascii: "0") + UInt8(number / 10))
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

/// A simultaneous reading of both clocks of a machine.
///
/// Ages and deadlines use `uptime`, which never jumps; `wallClock` is for display.
public struct Moment: Hashable, Sendable {
    /// The time since boot, including suspend.
    public var uptime: Duration
    /// The time of day by the machine's clock.
    public var wallClock: Timestamp

    /// Creates a reading.
    public init(uptime: Duration, wallClock: Timestamp) {
        self.uptime = uptime
        self.wallClock = wallClock
    }
}
