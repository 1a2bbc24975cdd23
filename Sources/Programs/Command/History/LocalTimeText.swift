import Basics
import Linux
import Location

/// A moment as a local clock shows it.
enum LocalTimeText {
    /// Such as `2026-01-31 10:30:15`; in UTC with a `Z` where the clock cannot tell.
    static func words(_ moment: Timestamp, clock: LocalClock) -> String {
        guard let time = clock.reading(moment), time.year >= 0 else { return moment.iso8601 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(19)
        append(time.year, 4, "-", &bytes)
        append(time.month, 2, "-", &bytes)
        append(time.day, 2, " ", &bytes)
        append(time.hour, 2, ":", &bytes)
        append(time.minute, 2, ":", &bytes)
        DecimalText.append(UInt64(time.second.magnitude), width: 2, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ part: Int, _ width: Int, _ end: Unicode.Scalar, _ bytes: inout [UInt8]) {
        DecimalText.append(UInt64(part.magnitude), width: width, to: &bytes)
        bytes.append(UInt8(ascii: end))
    }
}
