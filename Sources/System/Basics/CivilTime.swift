/// A date and a time of day in the Gregorian calendar, in UTC unless stated otherwise.
public struct CivilTime: Hashable, Sendable {
    /// The year of the Gregorian calendar.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int
    /// 0 to 999.
    public let millisecond: Int

    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Creates a date and time; values out of range carry over: day 0 is the last day of the month before.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
    ) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.millisecond) = (hour, minute, second, millisecond)
    }

    /// Splits a timestamp into date and time of day.
    ///
    /// Counts eras of 400 years from 0000-03-01, so that the leap day is the last day of a year: H. Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    public init(_ moment: Timestamp) {
        let days = moment.milliseconds.flooredDivision(by: Self.millisecondsPerDay)
        let inDay = Int(moment.milliseconds - days * Self.millisecondsPerDay)
        let shiftedDays = days + 719_468
        let era = shiftedDays.flooredDivision(by: 146_097)
        let dayOfEra = shiftedDays - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * marchMonth + 2) / 5) + 1
        month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = inDay / 3_600_000
        minute = inDay / 60_000 % 60
        second = inDay / 1000 % 60
        millisecond = inDay % 1000
    }

    /// Returns the number of days from 1970-01-01 to a date: the inverse of ``init(_:)``, `days_from_civil` of the same
    /// source.
    ///
    /// A day beyond the end of the month carries over into the next month.
    public static func days(year: Int, month: Int, day: Int) -> Int64 {
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let era = marchYear.flooredDivision(by: 400)
        let yearOfEra = marchYear - era * 400
        let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Timestamp {
    /// Creates the timestamp of a date and time in UTC; the month must be 1 to 12.
    public init(_ time: CivilTime) {
        let days = CivilTime.days(year: time.year, month: time.month, day: time.day)
        let seconds = days * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second)
        self.init(milliseconds: seconds * 1000 + Int64(time.millisecond))
    }
}

extension Int64 {
    func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
