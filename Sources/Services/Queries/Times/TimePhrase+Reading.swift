import Basics
import Location

extension TimePhrase {
    /// Reads what was written: ISO 8601 with a zone, a date, time or both of the local clock, how long ago, or a word.
    ///
    /// - Throws: ``TimePhraseError``, which says what would be understood.
    public init(_ text: String) throws(TimePhraseError) {
        var scanner = PhraseScanner(text)
        switch scanner.rest {
        case "now": self = .ago(.zero)
        case "today": self = .day(before: 0)
        case "yesterday": self = .day(before: 1)
        default:
            if let span = try Self.span(scanner, text) {
                self = span
            } else if let point = try Self.point(&scanner, text) {
                self = point
            } else {
                throw TimePhraseError(text, .unknown)
            }
        }
    }

    /// How long ago: numbers with units, such as `-2h`, `1h30min` and `3 days ago`; nil where it is something else.
    private static func span(_ scanner: PhraseScanner, _ text: String) throws(TimePhraseError) -> TimePhrase? {
        var scanner = scanner
        scanner.skip("-")
        var seconds = 0.0
        repeat {
            guard let number = scanner.number(), let name = scanner.word() else { return nil }
            guard let unit = units.first(where: { $0.names.contains(name) }) else {
                throw TimePhraseError(text, .unit(name))
            }
            seconds += number * unit.seconds
        } while !scanner.isAtEnd && !scanner.consumeLast("ago")
        guard seconds <= maxSeconds else { throw TimePhraseError(text, .impossible) }
        return .ago(.milliseconds(Int64((seconds * 1000).rounded())))
    }

    /// A hundred years: no position is older.
    private static let maxSeconds = 100 * 366 * 86_400.0

    private static let units: [(names: [String], seconds: Double)] = [
        (["s", "sec", "secs", "second", "seconds"], 1), (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hour", "hours"], 3600), (["d", "day", "days"], 86_400), (["w", "week", "weeks"], 604_800),
    ]

    /// A date, a time or both; nil where it is something else.
    private static func point(_ scanner: inout PhraseScanner, _ text: String) throws(TimePhraseError) -> TimePhrase? {
        if let clock = scanner.consumeAll({ $0.time() }) {
            guard clock.isPossible else { throw TimePhraseError(text, .impossible) }
            return .clock(hour: clock.hour, minute: clock.minute, second: clock.second)
        }
        guard let date = scanner.date() else { return nil }
        var clock = PhraseScanner.Time()
        var offset: Duration?
        if !scanner.isAtEnd {
            guard scanner.skip("t") || scanner.skip(" "), let time = scanner.time() else { return nil }
            clock = time
            offset = scanner.offset()
            guard scanner.isAtEnd else { return nil }
        }
        let civil = CivilTime(
            year: date.year, month: date.month, day: date.day, hour: clock.hour, minute: clock.minute,
            second: clock.second, millisecond: clock.millisecond)
        guard (1...12).contains(date.month), clock.isPossible, CivilTime(Timestamp(civil)) == civil else {
            throw TimePhraseError(text, .impossible)
        }
        return offset.map { .absolute(Timestamp(civil) + (.zero - $0)) } ?? .local(civil)
    }
}
