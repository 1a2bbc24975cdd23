/// Scans a time phrase from its beginning, ignoring case.
struct PhraseScanner {
    /// A time of day before validation.
    struct Time {
        var hour = 0
        var minute = 0
        var second = 0
        var millisecond = 0

        var isPossible: Bool { hour < 24 && minute < 60 && second < 60 }
    }

    private(set) var rest: Substring

    init(_ text: String) {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let phrase = text.lowercased().split(whereSeparator: isSpace).joined(separator: " ")
        rest = Substring(phrase)
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Consumes a character if it is next.
    @discardableResult
    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// Consumes a word if nothing follows it.
    mutating func consumeLast(_ word: String) -> Bool {
        let found = rest.drop { $0 == " " } == word
        if found { rest = "" }
        return found
    }

    /// Consumes what a parser accepts if nothing follows it.
    mutating func consumeAll<Part>(_ part: (inout PhraseScanner) -> Part?) -> Part? {
        var copy = self
        guard let found = part(&copy), copy.isAtEnd else { return nil }
        self = copy
        return found
    }

    /// Consumes a number with an optional fraction.
    mutating func number() -> Double? {
        skip(" ")
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let first = digits.first, first.isNumber, let number = Double(digits), number.isFinite else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    mutating func word() -> String? {
        skip(" ")
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest[letters.endIndex...]
        return letters.isEmpty ? nil : String(letters)
    }

    mutating func digits(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        rest = rest[digits.endIndex...]
        return Int(digits)
    }
}

extension PhraseScanner {
    /// Consumes a date such as `2026-01-31`.
    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2) else { return nil }
        return (year, month, day)
    }

    /// Consumes a time such as `10:30`, `10:30:15` or `10:30:15.5`.
    mutating func time() -> Time? {
        guard let hour = digits(2), skip(":"), let minute = digits(2) else { return nil }
        var time = Time(hour: hour, minute: minute)
        guard skip(":") else { return time }
        guard let second = digits(2) else { return nil }
        time.second = second
        guard skip(".") else { return time }
        let fraction = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[fraction.endIndex...]
        guard let thousandths = Int((fraction + "000").prefix(3)), !fraction.isEmpty else { return nil }
        time.millisecond = thousandths
        return time
    }

    /// Consumes an offset from UTC: `Z`, `+01:00`, `+0100` or `+01`; nil if there is none.
    mutating func offset() -> Duration? {
        skip(" ")
        if skip("z") || consumeLast("utc") { return .zero }
        let isBehind = rest.first == "-"
        guard skip("-") || skip("+"), let hours = digits(2), hours <= 14 else { return nil }
        skip(":")
        let minutes = isAtEnd ? 0 : digits(2) ?? 60
        guard minutes < 60 else { return nil }
        return .seconds((hours * 3600 + minutes * 60) * (isBehind ? -1 : 1))
    }
}
