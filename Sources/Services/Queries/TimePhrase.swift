public import Basics
public import Linux

/// A moment as people write it on a command line, such as `2026-01-31 10:30`, `10:30`, `yesterday` or `2h`.
public enum TimePhrase: Hashable, Sendable {
    /// That long before now.
    case ago(Duration)
    /// The beginning of the local day that many days before today.
    case day(before: Int)
    /// The moment of the local day that many days before today at which the local clock shows that time.
    case dayTime(before: Int, hour: Int, minute: Int, second: Int)
    /// The most recent moment at which the local clock showed that time.
    case clock(hour: Int, minute: Int, second: Int)
    /// A local date and time.
    case local(CivilTime)
    /// A date and time with a zone.
    case absolute(Timestamp)

    /// The accepted syntax, for messages and manuals.
    public static let examples =
        "2026-01-31, 2026-01-31 10:30, 10:30, 2026-01-31T10:30:00Z, 2h, 10min, today, yesterday 10:30"

    /// Resolves the phrase to a moment by the user's clock; nil if the clock cannot convert it.
    public func moment(now: Timestamp, clock: LocalClock) -> Timestamp? {
        switch self {
        case .ago(let duration): now + (.zero - duration)
        case .day(let days): clock.civilTime(now).flatMap { clock.timestamp($0.with(daysBefore: days)) }
        case .dayTime(let days, let hour, let minute, let second):
            clock.civilTime(now).flatMap {
                clock.timestamp($0.with(daysBefore: days, hour: hour, minute: minute, second: second))
            }
        case .clock(let hour, let minute, let second):
            clock.civilTime(now).flatMap { today in
                // A time later than now was yesterday.
                [0, 1].lazy.compactMap {
                    clock.timestamp(today.with(daysBefore: $0, hour: hour, minute: minute, second: second))
                }
                .first { $0 <= now }
            }
        case .local(let time): clock.timestamp(time)
        case .absolute(let moment): moment
        }
    }
}

extension CivilTime {
    fileprivate func with(daysBefore days: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) -> CivilTime {
        CivilTime(year: year, month: month, day: day - days, hour: hour, minute: minute, second: second)
    }
}

extension TimePhrase {
    /// Parses ISO 8601 with a zone, a local date, time or both, an age, or a word.
    ///
    /// - Throws: ``TimePhraseError``, which lists the accepted syntax.
    public init(_ text: String) throws(TimePhraseError) {
        var scanner = PhraseScanner(text)
        switch scanner.rest {
        case "now": self = .ago(.zero)
        default:
            if let day = try Self.day(scanner, text) {
                self = day
            } else if let span = try Self.span(scanner, text) {
                self = span
            } else if let point = try Self.point(&scanner, text) {
                self = point
            } else {
                throw TimePhraseError(text, .unknown)
            }
        }
    }

    /// Parses a time phrase and resolves it.
    ///
    /// - Throws: ``TimePhraseError``, which lists the accepted syntax.
    public static func moment(
        _ text: String, now: Timestamp, clock: LocalClock
    ) throws(TimePhraseError) -> Timestamp {
        guard let moment = try TimePhrase(text).moment(now: now, clock: clock) else {
            throw TimePhraseError(text, .impossible)
        }
        return moment
    }

    /// Parses a day by its name, and a time of it, such as `yesterday` and `today 08:30`; nil for other text.
    private static func day(_ scanner: PhraseScanner, _ text: String) throws(TimePhraseError) -> TimePhrase? {
        var scanner = scanner
        guard let name = scanner.word(), let days = ["today": 0, "yesterday": 1][name] else { return nil }
        guard !scanner.isAtEnd else { return .day(before: days) }
        guard scanner.skip(" "), let time = scanner.consumeAll({ $0.time() }) else { return nil }
        guard time.isPossible else { throw TimePhraseError(text, .impossible) }
        return .dayTime(before: days, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// Parses an age: numbers with units, such as `-2h`, `1h30min` and `3 days ago`; nil for other text.
    private static func span(_ scanner: PhraseScanner, _ text: String) throws(TimePhraseError) -> TimePhrase? {
        var scanner = scanner
        scanner.skip("-")
        var seconds = 0.0
        repeat {
            guard let number = scanner.number(), let name = scanner.word() else { return nil }
            guard let unit = DurationUnit.seconds(name) else { throw TimePhraseError(text, .unit(name)) }
            seconds += number * unit
        } while !scanner.isAtEnd && !scanner.consumeLast("ago")
        guard seconds <= maxSeconds else { throw TimePhraseError(text, .impossible) }
        return .ago(.milliseconds(Int64((seconds * 1000).rounded())))
    }

    /// A hundred years: no position is older.
    private static let maxSeconds = 100 * 366 * 86_400.0

    /// Parses a date, a time or both; nil for other text.
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

/// An error in a time phrase.
public struct TimePhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of an error.
    public enum Reason: Hashable, Sendable {
        /// The syntax is unknown.
        case unknown
        /// The unit is unknown.
        case unit(String)
        /// The date or time does not exist.
        case impossible
    }

    /// The phrase.
    public let text: String
    /// The cause of an error.
    public let reason: Reason

    /// Creates an error for a phrase.
    public init(_ text: String, _ reason: Reason) {
        self.text = text
        self.reason = reason
    }

    /// One line: the phrase, the cause and the accepted syntax.
    public var description: String {
        let text = String(text.prefix(80)).debugDescription
        return switch reason {
        case .unknown: "\(text) is not a time; expected \(TimePhrase.examples)"
        case .unit(let unit): "\(text): unknown unit \(unit.debugDescription); expected \(DurationUnit.names)"
        case .impossible: "\(text): no such day or time; expected \(TimePhrase.examples)"
        }
    }
}
