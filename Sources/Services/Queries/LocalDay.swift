public import Basics
public import Linux

/// A day of the user's calendar.
///
/// It may last 23 or 25 hours and begin at 01:00, so its limits are searched on the local clock instead of converting a
/// midnight that does not exist or exists twice.
public struct LocalDay: Hashable, Comparable, Sendable {
    /// The maximum offset of a zone from UTC.
    private static let farthest: Duration = .seconds(26 * 3600)

    /// Days since 1970-01-01.
    private let number: Int64

    /// Creates the day of a reading; days beyond the ends of the month overflow into other months.
    public init(_ reading: CivilTime) {
        number = CivilTime.days(year: reading.year, month: reading.month, day: reading.day)
    }

    private init(number: Int64) {
        self.number = number
    }

    /// Parses a date, `today` or `yesterday`; nil for other text.
    public init?(_ text: String, now: Timestamp, clock: LocalClock) {
        switch try? TimePhrase(text) {
        case .day(let before):
            guard let today = clock.civilTime(now) else { return nil }
            self = LocalDay(today).advanced(by: -before)
        case .local(let date) where !text.contains(":"): self.init(date)
        default: return nil
        }
    }

    /// The date, such as `2026-01-31`.
    public var text: String { String(Timestamp(milliseconds: number * 86_400_000).iso8601.prefix { $0 != "T" }) }

    /// Returns the day a number of days later.
    public func advanced(by days: Int) -> LocalDay {
        LocalDay(number: number + Int64(days))
    }

    /// The Monday of its ISO 8601 week; 1970-01-01 was a Thursday.
    public var monday: LocalDay {
        let passed = (number + 3) % 7
        return advanced(by: -Int(passed < 0 ? passed + 7 : passed))
    }

    /// The first day of its month.
    public var firstOfMonth: LocalDay {
        let date = CivilTime(Timestamp(milliseconds: number * 86_400_000))
        return advanced(by: 1 - date.day)
    }

    /// The first day of the following month.
    public var firstOfNextMonth: LocalDay { firstOfMonth.advanced(by: 31).firstOfMonth }

    /// Orders by time.
    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// The first day of its year.
    public var firstOfYear: LocalDay {
        LocalDay(CivilTime(year: CivilTime(Timestamp(milliseconds: number * 86_400_000)).year, month: 1, day: 1))
    }

    /// The first day of the following year.
    public var firstOfNextYear: LocalDay { firstOfYear.advanced(by: 366).firstOfYear }

    /// Returns its first and last millisecond.
    public func span(_ clock: LocalClock) -> (first: Timestamp, last: Timestamp) {
        (start(clock), advanced(by: 1).start(clock) + .milliseconds(-1))
    }

    /// Returns the day whose span has a moment; nil out of the clock's range.
    ///
    /// A clock that is set back over midnight shows a day again after its end, or the next one before its start: that of
    /// Newfoundland was, at one minute past, until 2011.
    static func day(of moment: Timestamp, _ clock: LocalClock) -> (day: LocalDay, first: Timestamp, last: Timestamp)? {
        guard let shown = clock.civilTime(moment).map({ LocalDay($0) }) else { return nil }
        let (first, last) = shown.span(clock)
        guard moment < first || moment > last else { return (shown, first, last) }
        let day = shown.advanced(by: moment < first ? -1 : 1)
        let span = day.span(clock)
        return (day, span.first, span.last)
    }

    /// Returns the first second at which the clock shows this day or a later one.
    public func start(_ clock: LocalClock) -> Timestamp {
        let midnight = Timestamp(milliseconds: number * 86_400_000)
        var before = midnight + (.zero - Self.farthest)
        var after = midnight + Self.farthest
        while after - before > .seconds(1) {
            let middle = before + .seconds((after - before).components.seconds / 2)
            let isBefore = clock.civilTime(middle).map { LocalDay($0).number < number } ?? (middle < midnight)
            if isBefore { before = middle } else { after = middle }
        }
        return after
    }
}
