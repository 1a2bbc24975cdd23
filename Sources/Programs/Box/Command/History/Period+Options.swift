import Basics
import CommandLine
import Queries

/// Options for periods.
extension Period {
    static let from = Option("from", value: "TIME", help: "start: 10:30, 2026-01-31 10:30, 2h, yesterday")
    static let to = Option("to", value: "TIME", help: "end, itself included; a date means its 00:00")
    static let day = Option(
        "day", value: "DAY", defaultValue: "today", help: "a whole day: 2026-01-31, today, yesterday (today)")

    /// Creates a period of days that ends with today.
    init(lastDays count: Int, in context: Context) {
        self.init(lastDays: count, now: context.now(), clock: context.clock)
    }

    /// Creates the period given by the options; today by default.
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
        guard first == nil, last == nil else { throw UsageError("--day cannot be combined with --from or --to") }
        (first, last) = try Self.day(text, of: Self.day, in: context).span(context.clock)
    }

    /// Returns the message for a period without fixes of a receiver or at a place; nil for any.
    func emptyMessage(device: String?, place: String? = nil, in context: Context) -> String {
        let (receiver, at) = (device.map { "of \($0) " }, place.map { "at \($0.debugDescription) " })
        return "no fix \(receiver ?? "")\(at ?? "")\(text(in: context))"
    }

    /// The offset of the local time of its days from UTC, such as `UTC+01:00`; both if it changes in between.
    func zone(in context: Context) -> String {
        let end = last ?? context.now()
        let offsets = [first ?? end, end].map { LocalTimeText.zone(at: $0, clock: context.clock) }
        return offsets[0] == offsets[1] ? offsets[0] : "\(offsets[0]), later \(offsets[1])"
    }

    /// A text for the period, such as `between 2026-01-31 10:30:00 and 2026-01-31 11:00:00`.
    func text(in context: Context) -> String {
        switch (first, last) {
        case (let first?, let last?): "between \(context.localTime(first)) and \(context.localTime(last))"
        case (let first?, nil): "from \(context.localTime(first)) on"
        case (nil, let last?): "up to \(context.localTime(last))"
        case (nil, nil): "in the history"
        }
    }
}

/// Weeks, months and years: the calendar's if a day is given, otherwise the days up to today.
///
/// On a Monday or the first of a month the current calendar period would be almost empty, so it must be requested.
extension Period {
    /// The options for them, of which a command line has at most one.
    static let calendar = [week, month, year]

    static let week = Option(
        "week", value: "DAY", defaultValue: "",
        help: "the week of a day, Monday to Sunday (without a value the last 7 days)")
    static let month = Option(
        "month", value: "MONTH", defaultValue: "",
        help: "a month: 2026-01, or that of a day (without a value the last 30 days)")
    static let year = Option(
        "year", value: "YEAR", defaultValue: "",
        help: "a year: 2026, or that of a day (without a value the last 12 months)")

    /// Creates the week of a day; the last seven days for an empty text.
    init(week text: String, in context: Context) throws(UsageError) {
        guard !text.isEmpty else {
            self.init(lastDays: 7, in: context)
            return
        }
        let monday = try Self.day(text, of: Self.week, in: context).monday
        self.init(from: monday, until: monday.advanced(by: 7), clock: context.clock)
    }

    /// Creates a month by its name or a day in it; the last thirty days for an empty text.
    init(month text: String, in context: Context) throws(UsageError) {
        guard !text.isEmpty else {
            self.init(lastDays: 30, in: context)
            return
        }
        let isMonth = text.utf8.count == 7 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
        let day = try Self.day(text, ending: isMonth ? "-01" : "", of: Self.month, in: context)
        self.init(from: day.firstOfMonth, until: day.firstOfNextMonth, clock: context.clock)
    }

    /// Creates a year by its number or a day in it; the current month and the eleven before it for an empty text.
    init(year text: String, in context: Context) throws(UsageError) {
        guard !text.isEmpty else {
            let today = try Self.day("today", of: Self.year, in: context)
            let start = (0..<11).reduce(today.firstOfMonth) { first, _ in first.advanced(by: -1).firstOfMonth }
            self.init(from: start, until: today.advanced(by: 1), clock: context.clock)
            return
        }
        let day = try Self.day(text, ending: text.utf8.count == 4 ? "-01-01" : "", of: Self.year, in: context)
        self.init(from: day.firstOfYear, until: day.firstOfNextYear, clock: context.clock)
    }

    /// Parses the day of an option, completed by an ending.
    static func day(
        _ text: String, ending: String = "", of option: Option, in context: Context
    ) throws(UsageError) -> LocalDay {
        if let day = LocalDay(text + ending, now: context.now(), clock: context.clock) { return day }
        let (noun, examples) =
            switch option.name {
            case month.name: ("month", "2026-01, 2026-01-31, today")
            case year.name: ("year", "2026, 2026-01-31, today")
            default: ("day", "2026-01-31, today, yesterday")
            }
        let name = String(text.prefix(80)).debugDescription
        throw UsageError("--\(option.name): \(name) is not a \(noun); accepted: \(examples)")
    }
}
