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
                [0, 1].lazy.compactMap { clock.timestamp(today.with(daysBefore: $0, hour: hour, minute: minute, second: second)) }
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
