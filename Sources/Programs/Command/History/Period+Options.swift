import Basics
import Configuration
import Location
import Queries

/// What options say of a time.
extension Period {
    static let from = Option("from", value: "TIME", help: "from then on: 10:30, 2026-01-31 10:30, 2h, yesterday")
    static let to = Option("to", value: "TIME", help: "up to then, a date being its beginning")
    static let day = Option(
        "day", value: "DAY", defaultValue: "today", help: "all of a day: 2026-01-31, today, yesterday (today)")

    /// All of a number of days, of which today is the last.
    init(lastDays count: Int, in context: Context) {
        self.init(lastDays: count, now: context.now(), clock: context.clock)
    }

    /// What the options ask for: without any, today.
    ///
    /// - Throws: `UsageError` where they are not understood or cannot be true together.
    init(_ options: ParsedOptions, in context: Context) throws(UsageError) {
        self.init(
            first: try context.moment(of: Self.from, in: options), last: try context.moment(of: Self.to, in: options))
        if let first, let last, first > last {
            throw UsageError("--from: \(first.iso8601) is after --to, \(last.iso8601)")
        }
        guard let text = options.value(of: Self.day) else {
            if first == nil && last == nil { self = Period(lastDays: 1, in: context) }
            return
        }
        guard first == nil, last == nil else { throw UsageError("--day does not go with --from or --to") }
        (first, last) = try Self.day(text, of: Self.day, in: context).span(context.clock)
    }

    /// That there is no fix in it, for whoever asked for one receiver or for all, at one place or anywhere.
    func emptyMessage(device: String?, place: String? = nil, in context: Context) -> String {
        let (whose, at) = (device.map { "of \($0) " }, place.map { "at \($0.debugDescription) " })
        return "no fix \(whose ?? "")\(at ?? "")\(text(in: context))"
    }

    /// Words for what lies in it, such as `between 2026-01-31 10:30:00 and 2026-01-31 11:00:00`.
    func text(in context: Context) -> String {
        switch (first, last) {
        case (let first?, let last?): "between \(context.localTime(first)) and \(context.localTime(last))"
        case (let first?, nil): "from \(context.localTime(first)) on"
        case (nil, let last?): "up to \(context.localTime(last))"
        case (nil, nil): "in the history"
        }
    }
}

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
