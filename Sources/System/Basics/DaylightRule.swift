/// The offsets of a zone in every year, as the variable `TZ` of POSIX has them: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct DaylightRule: Hashable, Sendable {
    /// Daylight saving time.
    private struct Daylight: Hashable, Sendable {
        let offset: Int
        let start: YearlyMoment
        let end: YearlyMoment
    }

    /// Seconds east of Greenwich.
    private let standard: Int
    /// Nil in a zone without it.
    private let daylight: Daylight?

    /// Parses a rule whose changes are on a weekday of a month, as all of tzdata are; nil for any other.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var names = RuleScanner(parts[0])
        guard names.skipName(), let standard = names.seconds() else { return nil }
        self.standard = -standard
        if names.isAtEnd, parts.count == 1 {
            daylight = nil
            return
        }
        guard parts.count == 3, names.skipName(), let start = YearlyMoment(parts[1]), let end = YearlyMoment(parts[2])
        else { return nil }
        let isDefault = names.isAtEnd
        guard let offset = isDefault ? standard - 3600 : names.seconds(), names.isAtEnd else { return nil }
        daylight = Daylight(offset: -offset, start: start, end: end)
    }

    /// Returns the offset at a second since 1970.
    func offset(at second: Int64) -> Int {
        guard let daylight else { return standard }
        let year = CivilTime(Timestamp(milliseconds: (second + Int64(standard)) * 1000)).year
        // Each clock shows the change by its own time.
        let start = daylight.start.second(of: year) - Int64(standard)
        let end = daylight.end.second(of: year) - Int64(daylight.offset)
        let isDaylight = start < end ? start <= second && second < end : !(end <= second && second < start)
        return isDaylight ? daylight.offset : standard
    }
}

/// A moment of each year: `M3.5.0/3`, three o'clock on the last Sunday in March.
private struct YearlyMoment: Hashable, Sendable {
    private let month: Int
    /// 1 to 5, the last one.
    private let week: Int
    /// 0 is Sunday.
    private let weekday: Int
    /// Seconds after midnight, also of other days.
    private let time: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, first.first == "M" else { return nil }
        let numbers = first.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
            (0...6).contains(numbers[2])
        else { return nil }
        (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
        guard parts.count == 2 else {
            time = 7200
            return
        }
        var scanner = RuleScanner(parts[1])
        guard let seconds = scanner.seconds(), scanner.isAtEnd else { return nil }
        time = seconds
    }

    /// Returns the second since 1970 at which a clock with offset 0 shows it.
    func second(of year: Int) -> Int64 {
        let first = CivilTime.days(year: year, month: month, day: 1)
        let next = month == 12 ? first + 31 : CivilTime.days(year: year, month: month + 1, day: 1)
        // 1970-01-01 was a Thursday.
        let passed = (first + 4) - (first + 4).flooredDivision(by: 7) * 7
        var day = first + (Int64(weekday) - passed + 7) % 7 + Int64(week - 1) * 7
        if day >= next { day -= 7 }
        return day * 86_400 + Int64(time)
    }
}

/// Reads the parts of a rule.
private struct RuleScanner {
    private var rest: Substring.UTF8View

    init(_ text: Substring) { rest = text.utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a name: letters, or anything in angle brackets.
    mutating func skipName() -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
        rest = rest[name.endIndex...]
        return !name.isEmpty
    }

    /// Reads hours, and minutes and seconds if there are any, with a sign; a week at most.
    mutating func seconds() -> Int? {
        let text = rest.prefix { (48...58).contains($0) || "+-".utf8.contains($0) }
        rest = rest[text.endIndex...]
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let numbers = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { Int(Substring($0)) ?? -1 }
        guard numbers.count <= 3, numbers.allSatisfy((0...167).contains) else { return nil }
        let sum = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return isNegative ? -sum : sum
    }
}
