import Basics
public import Languages

/// A time as text in UTC.
enum TimeText {
    /// Returns text such as `1 January 2026, 00:06:52 UTC`.
    static func text(_ moment: Timestamp, in table: LanguageTable = .command) -> String {
        let time = CivilTime(moment)
        return table.text(
            "static.time",
            [
                "day": String(time.day), "month": table.text("static.month-\(time.month)"), "year": String(time.year),
                "clock": clock(time),
            ])
    }

    /// Returns the time of day, such as `00:06:52`.
    static func clock(_ time: CivilTime) -> String {
        [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// An age as text; the page's script uses the same steps.
public enum AgeText {
    /// Returns text such as `just now`, `7 s ago`, `3 min ago`, `2 h 5 min ago` and `4 days ago`; whole units,
    /// truncated.
    public static func text(_ age: Duration, in table: LanguageTable = .command) -> String {
        brief(age, table).map { table.text("static.ago", ["span": $0]) } ?? table.text("static.just-now")
    }

    /// Returns text such as `under 2 s old` and `3 min old`, for pages that are read later than written.
    static func old(_ age: Duration, in table: LanguageTable = .command) -> String {
        table.text("static.old", ["span": brief(age, table) ?? table.text("static.under-two-seconds")])
    }

    /// Returns text such as `3 min old when this page was written`.
    static func written(_ age: Duration, in table: LanguageTable) -> String {
        table.text("static.old-when-written", ["span": brief(age, table) ?? table.text("static.under-two-seconds")])
    }

    /// Returns a duration such as `7 s` and `10 min`; whole units, truncated.
    public static func span(_ span: Duration, in table: LanguageTable = .command) -> String {
        brief(span, table) ?? table.text("static.seconds", count: Int(max(0, span.components.seconds)))
    }

    private static func brief(_ age: Duration, _ table: LanguageTable) -> String? {
        let seconds = Int(max(0, age.components.seconds))
        switch seconds {
        case ..<2: return nil
        case ..<60: return table.text("static.seconds", count: seconds)
        case ..<3600: return table.text("static.minutes", count: seconds / 60)
        case ..<86_400:
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
            guard minutes > 0 else { return table.text("static.hours", count: hours) }
            return table.text("static.hours-and-minutes", ["hours": String(hours), "minutes": String(minutes)])
        default: return table.text("static.days", count: seconds / 86_400)
        }
    }
}

/// A duration as text.
public enum DurationText {
    /// Hours up to which there are no days.
    private static let maxHours: Int64 = 72

    /// Returns text such as `7 s`, `10 min`, `22 h 58 min`, `71 h` and `3 days 5 h`; truncated.
    public static func text(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(minutes) min"
        case ..<(maxHours * 3600): return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
        default: return hours % 24 == 0 ? "\(hours / 24) days" : "\(hours / 24) days \(hours % 24) h"
        }
    }
}
