import Queries
import Configuration

/// Weeks and months: those of the calendar where a day says which, else the days up to today.
///
/// On a Monday, or the first of a month, the calendar's own would be next to empty, so nobody gets it who has not asked.
extension Period {
    static let week = Option(
        "week", value: "DAY", defaultValue: "",
        help: "a day's week, Monday to Sunday; without one, seven days up to today")
    static let month = Option(
        "month", value: "MONTH", defaultValue: "",
        help: "a month: 2026-01, or that of a day; without one, 30 days up to today")

    /// The week that a day lies in; of an empty text, the last seven days.
    ///
    /// - Throws: `UsageError` where the text is no day.
    init(week text: String, in context: Context) throws(UsageError) {
        guard !text.isEmpty else {
            self.init(lastDays: 7, in: context)
            return
        }
        let monday = try Self.day(text, of: Self.week, in: context).monday
        self.init(from: monday, until: monday.advanced(by: 7), clock: context.clock)
    }

    /// The month that a text names or that a day lies in; of an empty text, the last thirty days.
    ///
    /// - Throws: `UsageError` where the text is neither.
    init(month text: String, in context: Context) throws(UsageError) {
        guard !text.isEmpty else {
            self.init(lastDays: 30, in: context)
            return
        }
        let isMonth = text.utf8.count == 7 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
        let day = try Self.day(text, ending: isMonth ? "-01" : "", of: Self.month, in: context)
        self.init(from: day.firstOfMonth, until: day.firstOfNextMonth, clock: context.clock)
    }

    /// Reads the day of an option, of which its end may be left out.
    static func day(
        _ text: String, ending: String = "", of option: Option, in context: Context
    ) throws(UsageError) -> LocalDay {
        if let day = LocalDay(text + ending, now: context.now(), clock: context.clock) { return day }
        let examples = option.name == month.name ? "2026-01, 2026-01-31, today" : "2026-01-31, today, yesterday"
        let words = "is no \(option.name == month.name ? "month" : "day"), understood are: \(examples)"
        throw UsageError("--\(option.name): \(String(text.prefix(80)).debugDescription) \(words)")
    }
}
