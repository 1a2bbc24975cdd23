import Basics

extension Timestamp {
    /// The supported years, 1 to 9999.
    private static let calendar =
        Timestamp(year: 1, month: 1, day: 1).milliseconds..<Timestamp(year: 10_000, month: 1, day: 1).milliseconds

    /// Creates the start of a day.
    init(year: Int, month: Int, day: Int) {
        self.init(milliseconds: CivilTime.days(year: year, month: month, day: day) * 86_400_000)
    }

    /// Creates a timestamp from seconds since 1970 with a fraction; nil outside the years 1 to 9999.
    init?(secondsSince1970 seconds: Double) {
        let milliseconds = (seconds * 1000).rounded()
        guard let whole = Int64(exactly: milliseconds), Self.calendar.contains(whole) else { return nil }
        self.init(milliseconds: whole)
    }

    /// Parses ISO 8601 as other programs write it; nil if malformed.
    ///
    /// The fraction may have any length, and the seconds may be absent. The zone is `Z`, `UTC`, `GMT`, an offset such as
    /// `+02:00`, or absent, which means UTC as in GPX. A blank may replace the `T` and be before the zone.
    init?(lenientISO8601 text: Span<UInt8>) {
        let range = text.trimmedRange
        let start = range.lowerBound
        guard range.count >= 16, let day = Self.day(text, start),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(text[start + 10])
        else { return nil }
        let hasSeconds = range.count >= 19 && text[start + 16] == UInt8(ascii: ":")
        guard let time = Self.timeOfDay(text, start + 11, hasSeconds: hasSeconds) else { return nil }
        var next = start + (hasSeconds ? 19 : 16)
        guard let fraction = hasSeconds ? Self.fraction(text, from: &next, to: range.upperBound) : 0,
            let offset = Self.offset(text, Self.zone(of: text, next..<range.upperBound))
        else { return nil }
        let milliseconds = day.milliseconds + Int64(time - offset) * 1000 + fraction
        guard Self.calendar.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// Returns true for a text of ISO 8601, or a time of day, with a zone behind it.
    static func hasZone(_ text: Span<UInt8>) -> Bool {
        let range = text.trimmedRange
        guard let clock = text.firstIndex(of: UInt8(ascii: ":"), from: range.lowerBound) else {
            return range.last.map { text[$0] | 0x20 == UInt8(ascii: "z") } ?? false
        }
        // Digits and colons are neighbours in ASCII.
        return (clock..<range.upperBound).contains { index in
            let byte = text[index]
            return byte > 0x20 && !(48...58).contains(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: ",")
        }
    }

    /// Returns true for a day without a time of day, with or without a zone: `2026-01-31`.
    static func isDay(_ text: Span<UInt8>) -> Bool {
        let range = text.trimmedRange
        guard range.count >= 10, day(text, range.lowerBound) != nil else { return false }
        return offset(text, (range.lowerBound + 10)..<range.upperBound) != nil
    }

    /// Parses `2026-01-31`; nil if there is no such day.
    private static func day(_ text: Span<UInt8>, _ start: Int) -> Timestamp? {
        guard let year = text.wholeNumber(start..<(start + 4)), text[start + 4] == UInt8(ascii: "-"),
            let month = text.wholeNumber((start + 5)..<(start + 7)), text[start + 7] == UInt8(ascii: "-"),
            let day = text.wholeNumber((start + 8)..<(start + 10))
        else { return nil }
        return Timestamp(validYear: year, month: month, day: day)
    }

    /// Creates the start of a day; nil if there is no such day.
    init?(validYear year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let start = Timestamp(year: year, month: month, day: day)
        guard day <= 28 || CivilTime(start).day == day else { return nil }
        self = start
    }

    /// Parses `11:06:52` into seconds; the leap second 60 becomes the next second.
    private static func timeOfDay(_ text: Span<UInt8>, _ start: Int, hasSeconds: Bool) -> Int? {
        guard let hour = text.wholeNumber(start..<(start + 2)), text[start + 2] == UInt8(ascii: ":"),
            let minute = text.wholeNumber((start + 3)..<(start + 5)),
            let second = hasSeconds ? text.wholeNumber((start + 6)..<(start + 8)) : 0,
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Parses a fraction of any length into milliseconds, truncated; 0 if there is none.
    private static func fraction(_ text: Span<UInt8>, from next: inout Int, to end: Int) -> Int64? {
        guard next < end, text[next] == UInt8(ascii: ".") || text[next] == UInt8(ascii: ",") else { return 0 }
        next += 1
        let start = next
        var milliseconds: Int64 = 0
        var weight: Int64 = 100
        while next < end, case let digit = text[next] &- 48, digit < 10 {
            milliseconds += Int64(digit) * weight
            weight /= 10
            next += 1
        }
        return next > start ? milliseconds : nil
    }

    /// Returns the range of a zone without a blank and a name of UTC before it, and without the name of a place in
    /// brackets behind it, as Java writes.
    private static func zone(of text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        if start < end, text[end - 1] == UInt8(ascii: "]") {
            end = text.firstIndex(of: UInt8(ascii: "["), from: start) ?? end
        }
        if start < end, text[start] == 0x20 { start += 1 }
        let isNamed = end - start >= 3 && ["UTC", "GMT"].contains { text.extracting(start..<(start + 3)).equals($0) }
        return (isNamed ? start + 3 : start)..<end
    }

    /// Parses a zone into seconds east of UTC: none and `Z` are 0, otherwise `+02:00`, `+0200` or `+02`.
    private static func offset(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard let first = range.first, range.count > 1 || text[first] | 0x20 != UInt8(ascii: "z") else { return 0 }
        let sign = text[range.lowerBound]
        let start = range.lowerBound + 1
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), range.count >= 3,
            let hours = text.wholeNumber(start..<(start + 2)), hours < 24
        else { return nil }
        let isSeparated = range.count == 6 && text[start + 2] == UInt8(ascii: ":")
        guard range.count == 3 || range.count == 5 || isSeparated else { return nil }
        guard let minutes = range.count == 3 ? 0 : text.wholeNumber((range.upperBound - 2)..<range.upperBound),
            minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
