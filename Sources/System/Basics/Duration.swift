extension Duration {
    /// Parses a duration: numbers with units such as `500ms`, `10s`, `2m`, `2 min`, `1.5h`, `1h30min`, `90d`, `2w`, or
    /// a plain number of seconds.
    ///
    /// Nil for anything else and for values outside a range in seconds, by default a millisecond to a year.
    public init?(setting text: String, within seconds: ClosedRange<Double> = 0.001...31_536_000) {
        guard let value = Self.seconds(in: text), seconds.contains(value) else { return nil }
        self = .milliseconds(Int64((value * 1000).rounded()))
    }

    private static func seconds(in text: String) -> Double? {
        var rest = Substring(text)
        var sum = 0.0
        repeat {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard digits.first?.isNumber ?? false, let number = Double(digits) else { return nil }
            rest = rest[digits.endIndex...].drop { $0 == " " }
            if rest.isEmpty, digits.count == text.utf8.count { return number }
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            guard let unit = DurationUnit.seconds(String(name)) else { return nil }
            sum += number * unit
            rest = rest[name.endIndex...].drop { $0 == " " }
        } while !rest.isEmpty
        return sum
    }

    /// The duration in the form of a setting, in the largest unit that makes it a whole number; parsing it again is
    /// exact to the millisecond.
    public var setting: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        guard milliseconds != 0 else { return "0" }
        let unit = DurationUnit.written.last { milliseconds.isMultiple(of: $0.milliseconds) }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.name)" } ?? "\(milliseconds)ms"
    }
}

/// The units of durations and ages, in every option and setting.
public enum DurationUnit {
    /// The units, for messages.
    public static let names = "ms, s, m or min, h, d, w or y"

    private static let units: [(names: [String], seconds: Double)] = [
        (["ms", "millisecond", "milliseconds"], 0.001), (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60), (["h", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400), (["w", "week", "weeks"], 604_800), (["y", "year", "years"], 365 * 86_400),
    ]

    static let written: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Returns the number of seconds in a unit, by its name in lower case; nil if unknown.
    ///
    /// A year has 365 days.
    public static func seconds(_ name: String) -> Double? {
        units.first { $0.names.contains(name) }?.seconds
    }
}
