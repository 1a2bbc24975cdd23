public import Basics

/// Returns what gives the moment of a local time in a time zone of IANA; nil for an unknown name.
public typealias TimeZones = (_ name: String) -> ((CivilTime) -> Timestamp?)?

/// Reads the times of a file of CSV, as other programs write them.
///
/// Some dates do not show which of their parts is the day: the first one of the file that can be read in one order only
/// decides for all. Six digits are year, month and day, unless the first date makes no sense so.
struct CSVCalendar {
    /// The assumption about the last time that was read; nil if there was none to make.
    private(set) var assumption: TrackAssumption?
    /// True if the last time that was read names no zone.
    private(set) var lacksZone = false
    /// A date of the record of which it is not known whether its day or its month is first.
    var undecided: String?

    private let zones: TimeZones
    /// The zones of a column by name, also unknown ones, since a lookup reads a file.
    private var known: [[UInt8]: ((CivilTime) -> Timestamp?)?] = [:]
    private static let maxZones = 1000
    /// True if six digits begin with the year; nil before the first such date.
    private var isYearFirst: Bool?
    /// True if `13/05/2026` is how the file writes dates, false for `05/13/2026`; nil if not known.
    private(set) var isDayFirst: Bool?

    init(zones: @escaping TimeZones) { self.zones = zones }

    /// Returns the moment of a local time, given as if it were UTC, in a zone such as `Europe/Berlin`, `+02:00` or `UTC`;
    /// nil if it is not known.
    mutating func moment(of reading: Timestamp, in name: [UInt8]) -> Timestamp? {
        if Self.isOffset(name), let start = Timestamp(lenientISO8601: (Array("2000-01-01T00:00:00".utf8) + name).span) {
            return reading + (start - Timestamp(year: 2000, month: 1, day: 1))
        }
        if let known = known[name] { return known?(CivilTime(reading)) }
        let zone = zones(String(decoding: name, as: UTF8.self))
        if known.count < Self.maxZones { known[name] = .some(zone) }
        return zone?(CivilTime(reading))
    }

    private static func isOffset(_ name: [UInt8]) -> Bool {
        ["+", "-", "Z", "UTC", "GMT"].contains { name.starts(with: $0.utf8) }
    }

    /// Whole numbers below are seconds since the start of a recording, not since 1970.
    private static let minSeconds = 1e8

    /// Parses a date with a time, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970; nil for
    /// anything else.
    mutating func timestamp(_ text: Span<UInt8>) -> Timestamp? {
        assumption = nil
        if let timestamp = Timestamp(lenientISO8601: text) {
            lacksZone = !Timestamp.hasZone(text)
            return timestamp
        }
        let word = text.extracting(text.trimmedRange)
        if let number = CSVNumbers.number(word) {
            if word.count == 14, word.wholeNumber(0..<8) != nil, word.wholeNumber(8..<14) != nil {
                return compact(word, dayLength: 8)
            }
            if word.count == 12, let moment = compactWithShortYear(word) { return moment }
            lacksZone = false
            // A spreadsheet has rounded it to hours.
            if let decimal = DecimalNumber(word), decimal.scale > 0, decimal.mantissa < 1_000_000 { return nil }
            return number >= Self.minSeconds ? Timestamp(json: text) ?? Timestamp(secondsSince1970: number) : nil
        }
        let separators: [UInt8] = [0x20, UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: ",")]
        guard let end = word.indices.first(where: { $0 >= 5 && separators.contains(word[$0]) }) else { return nil }
        return timestamp(
            date: word.extracting(0..<end), timeOfDay: word.extracting((end + 1)..<word.count), isWhole: false)
    }

    /// Parses a day and a time of day; nil if one is unreadable.
    mutating func timestamp(date: Span<UInt8>, timeOfDay: Span<UInt8>) -> Timestamp? {
        timestamp(date: date, timeOfDay: timeOfDay, isWhole: true)
    }

    // `isWhole` is true if one of both texts may be a date with a time.
    private mutating func timestamp(date: Span<UInt8>, timeOfDay: Span<UInt8>, isWhole: Bool) -> Timestamp? {
        assumption = nil
        if isWhole, let whole = Timestamp(lenientISO8601: timeOfDay) {
            lacksZone = !Timestamp.hasZone(timeOfDay)
            return whole
        }
        guard let time = CSVTimeOfDay(timeOfDay.extracting(timeOfDay.trimmedRange)) else {
            return isWhole ? timestamp(timeOfDay) : nil
        }
        let fields = CSVDateFields(date)
        guard let day = day(fields, hasHalves: time.isAfternoon != nil) else {
            if case .yearLast(1...12, 1...12, _) = fields, isDayFirst == nil { undecided = date.string }
            return nil
        }
        lacksZone = !time.hasZone
        return time.moment(of: day)
    }

    /// Parses `20260131235959`, or `260131235959` with six digits for the day.
    private mutating func compact(_ word: Span<UInt8>, dayLength: Int) -> Timestamp? {
        timestamp(
            date: word.extracting(0..<dayLength), timeOfDay: word.extracting(dayLength..<word.count), isWhole: false)
    }

    /// Parses `260131235959`; nil for a number of milliseconds, which has thirteen digits since 2001 and is hardly ever a
    /// valid date with a time before.
    private mutating func compactWithShortYear(_ word: Span<UInt8>) -> Timestamp? {
        guard word.wholeNumber(0..<6) != nil, word.wholeNumber(6..<12) != nil else { return nil }
        // A number that is no date does not decide on the order of the others.
        var calendar = self
        guard let moment = calendar.compact(word, dayLength: 6) else { return nil }
        self = calendar
        return moment
    }

    // `hasHalves` is true for a time with AM or PM, beside which the month is first.
    private mutating func day(_ parts: CSVDateFields?, hasHalves: Bool) -> Timestamp? {
        switch parts {
        case .ordered(let year, let month, let day): return Timestamp(validYear: year, month: month, day: day)
        case .digits(let first, let second, let third): return day(of: (first, second, third))
        case .yearLast(let first, let second, let year):
            let isOrdered = (first > 12) != (second > 12) && max(first, second) <= 31
            if isDayFirst == nil, isOrdered || hasHalves { isDayFirst = second <= 12 && first > 12 }
            guard let isDayFirst else { return nil }
            return Timestamp(validYear: year, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
        case nil: return nil
        }
    }

    private mutating func day(of digits: (Int, Int, Int)) -> Timestamp? {
        let yearFirst = Timestamp(validYear: 2000 + digits.0, month: digits.1, day: digits.2)
        // No consumer's logger is older than 2006.
        let isYear = isYearFirst ?? (yearFirst != nil && digits.0 >= 6)
        isYearFirst = isYear
        assumption = isYear ? .yearFirst : .dayFirst
        return isYear ? yearFirst : Timestamp(validYear: 2000 + digits.2, month: digits.1, day: digits.0)
    }
}

private enum CSVDateFields {
    /// A year, a month and a day.
    case ordered(Int, Int, Int)
    /// Six digits, in pairs.
    case digits(Int, Int, Int)
    /// Two numbers, of which one is the month, and a year.
    case yearLast(Int, Int, Int)

    /// Parses `2026-01-31`, `2026/1/31`, `20260131`, `31.01.2026`, `31.1.26`, `31-Jan-2026`, `31/01/2026` and `260131`;
    /// nil for anything else.
    init?(_ text: Span<UInt8>) {
        let range = text.trimmedRange
        guard range.count <= 40 else { return nil }
        // Spreadsheets add midnight to a day.
        let hasTime = range.count > 10 && [UInt8(ascii: "T"), 0x20].contains(text[range.lowerBound + 10])
        let bytes = range.prefix(hasTime ? 10 : 40).map { text[$0] }
        let words = bytes.split { Array("-/. ".utf8).contains($0) }
        if words.count == 1 {
            self.init(run: words[0])
        } else {
            self.init(words: words, hasDots: bytes.contains(UInt8(ascii: ".")))
        }
    }

    private init?(run: ArraySlice<UInt8>) {
        // A spreadsheet drops the zero at the beginning.
        let digits = run.count == 5 ? [UInt8(ascii: "0")] + run : Array(run)
        let text = digits.span
        if digits.count == 8, let year = text.wholeNumber(0..<4), let month = text.wholeNumber(4..<6),
            let day = text.wholeNumber(6..<8)
        {
            self = .ordered(year, month, day)
        } else if digits.count == 6, let first = text.wholeNumber(0..<2), let second = text.wholeNumber(2..<4),
            let third = text.wholeNumber(4..<6)
        {
            self = .digits(first, second, third)
        } else {
            return nil
        }
    }

    private init?(words: [ArraySlice<UInt8>], hasDots: Bool) {
        guard words.count == 3, let last = Self.number(words[2]) else { return nil }
        let first = Self.number(words[0])
        if let month = Self.month(words[1]), let first {
            self = words[0].count == 4 ? .ordered(first, month, last) : .ordered(Self.year(last), month, first)
            return
        }
        guard let first, let second = Self.number(words[1]) else { return nil }
        if words[0].count == 4 {
            self = .ordered(first, second, last)
        } else if hasDots {
            self = .ordered(Self.year(last), second, first)
        } else if words[2].count == 4 {
            self = .yearLast(first, second, last)
        } else {
            return nil
        }
    }

    private static func year(_ number: Int) -> Int { number < 100 ? 2000 + number : number }

    private static func number(_ word: ArraySlice<UInt8>) -> Int? {
        Array(word).span.wholeNumber(0..<word.count)
    }

    /// Returns the month with an English name; nil for other words.
    private static func month(_ word: ArraySlice<UInt8>) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let name = word.prefix(3).map { $0 | 0x20 }
        return names.firstIndex { Array($0.utf8) == name }.map { $0 + 1 }
    }
}

/// A time of day with its zone.
private struct CSVTimeOfDay {
    /// True for PM, false for AM; nil on a clock of 24 hours.
    private(set) var isAfternoon: Bool?
    /// `hh:mm:ss` with its fraction and zone.
    private var text: [UInt8]

    /// Parses `9:05`, `09:05:00.5`, `9:05:00 PM`, `090500` and `90500`, with a zone or without; nil for anything else.
    init?(_ word: Span<UInt8>) {
        guard (1...40).contains(word.count) else { return nil }
        let bytes = word.indices.map { word[$0] }
        let digits = bytes.prefix { (48...57).contains($0) }
        var rest = bytes.dropFirst(digits.count)
        let isClock = rest.first == UInt8(ascii: ":")
        guard (1...(isClock ? 2 : 6)).contains(digits.count) else { return nil }
        let padded = [UInt8](repeating: 48, count: (isClock ? 2 : 6) - digits.count) + digits
        isAfternoon = Self.half(of: &rest)
        if isClock {
            text = padded + rest
        } else {
            text = Array([padded[0..<2], padded[2..<4], padded[4..<6]].joined(separator: [UInt8(ascii: ":")])) + rest
        }
    }

    /// Removes AM or PM from the end of a time; returns nil if there is neither.
    private static func half(of text: inout ArraySlice<UInt8>) -> Bool? {
        let word = text.suffix(2).map { $0 & 0xDF }
        guard word == Array("AM".utf8) || word == Array("PM".utf8) else { return nil }
        text = text.dropLast(2)
        while text.last == 0x20 { text = text.dropLast() }
        return word[0] == UInt8(ascii: "P")
    }

    var hasZone: Bool { Timestamp.hasZone(text.span) }

    /// Returns the moment of a day; nil if the text is no time.
    func moment(of day: Timestamp) -> Timestamp? {
        let date = Array(day.iso8601.utf8.prefix(11))
        guard let moment = Timestamp(lenientISO8601: (date + text).span) else { return nil }
        guard let isAfternoon else { return moment }
        let isTwelve = text.starts(with: Array("12".utf8))
        if isTwelve { return isAfternoon ? moment : moment + .seconds(-43_200) }
        return isAfternoon ? moment + .seconds(43_200) : moment
    }
}
