import Basics
import Location

/// A moment in words, UTC.
enum TimeText {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Words such as `1 January 2026, 00:06:52 UTC`.
    static func text(_ moment: Timestamp) -> String {
        let time = CivilTime(moment)
        let month = (1...12).contains(time.month) ? months[time.month - 1] : ""
        return "\(time.day) \(month) \(time.year), \(clock(time)) UTC"
    }

    /// The clock alone, such as `00:06:52`.
    static func clock(_ time: CivilTime) -> String {
        [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
