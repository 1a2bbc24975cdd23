public import Basics
public import Linux
import Location

/// A moment as people write it on a command line, such as `2026-01-31 10:30`, `10:30`, `yesterday` or `2h`.
public enum TimePhrase: Hashable, Sendable {
    /// That long before now.
    case ago(Duration)
    /// The beginning of the day that many days before today, by the local clock.
    case day(before: Int)
    /// The last time the local clock showed that.
    case clock(hour: Int, minute: Int, second: Int)
    /// A date and time of the local clock.
    case local(CivilTime)
    /// A date and time of a zone that was named.
    case absolute(Timestamp)

    /// What can be written, for messages and manuals.
    public static let examples =
        "2026-01-31, 2026-01-31 10:30, 10:30, 2026-01-31T10:30:00Z, 2h, 10min, today, yesterday"

    /// The moment that is meant.
    ///
    /// - Parameters:
    ///   - now: the time of day.
    ///   - clock: the user's.
    /// - Returns: the moment; nil where the clock cannot tell it.
    public func moment(now: Timestamp, clock: LocalClock) -> Timestamp? {
        switch self {
        case .ago(let duration): now + (.zero - duration)
        case .day(let days): clock.civilTime(now).flatMap { clock.timestamp($0.with(daysBefore: days)) }
        case .clock(let hour, let minute, let second):
            clock.civilTime(now).flatMap { today in
                // What is still to come today was yesterday.
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

/// A moment that was written so that it is not understood.
public struct TimePhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Reason: Hashable, Sendable {
        /// It looks like nothing that is known.
        case unknown
        /// It has a unit of time that is not known.
        case unit(String)
        /// There is no such day or time.
        case impossible
    }

    /// What was written.
    public let text: String
    /// What is wrong with it.
    public let reason: Reason

    /// Says what is wrong with a text.
    public init(_ text: String, _ reason: Reason) {
        self.text = text
        self.reason = reason
    }

    /// One line: what was written, what is wrong, and what would be understood.
    public var description: String {
        let text = String(text.prefix(80)).debugDescription
        return switch reason {
        case .unknown: "\(text) is no time, understood are: \(TimePhrase.examples)"
        case .unit(let unit): "\(text): unknown unit \(unit.debugDescription), understood are s, min, h, d and w"
        case .impossible: "\(text): there is no such day or time, understood are: \(TimePhrase.examples)"
        }
    }
}
