import Basics
import Location

/// A time as text in UTC.
enum TimeText {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns text such as `1 January 2026, 00:06:52 UTC`.
    static func text(_ moment: Timestamp) -> String {
        let time = CivilTime(moment)
        let month = (1...12).contains(time.month) ? months[time.month - 1] : ""
        return "\(time.day) \(month) \(time.year), \(clock(time)) UTC"
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
    public static func text(_ age: Duration) -> String {
        span(age).map { "\($0) ago" } ?? "just now"
    }

    /// Returns text such as `under 2 s old` and `3 min old`, for pages that are read later than written.
    static func old(_ age: Duration) -> String {
        "\(span(age) ?? "under 2 s") old"
    }

    /// Returns a duration such as `7 s` and `10 min`; whole units, truncated.
    public static func span(_ span: Duration) -> String {
        Self.span(span) ?? "\(max(0, span.components.seconds)) s"
    }

    private static func span(_ age: Duration) -> String? {
        let seconds = max(0, age.components.seconds)
        switch seconds {
        case ..<2: return nil
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60) min"
        case ..<86_400:
            let minutes = seconds / 60 % 60
            return minutes == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(minutes) min"
        default:
            let days = seconds / 86_400
            return days == 1 ? "1 day" : "\(days) days"
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
