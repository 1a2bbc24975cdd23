import Basics
import Linux
import Location

/// A moment as a local clock shows it.
enum LocalTimeText {
    /// Such as `2026-01-31 10:30:15`; in UTC with a `Z` where the clock cannot tell.
    static func text(_ moment: Timestamp, clock: LocalClock) -> String {
        guard let time = clock.civilTime(moment), time.year >= 0 else { return moment.iso8601 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(19)
        append(time.year, width: 4, separator: "-", to: &bytes)
        append(time.month, width: 2, separator: "-", to: &bytes)
        append(time.day, width: 2, separator: " ", to: &bytes)
        append(time.hour, width: 2, separator: ":", to: &bytes)
        append(time.minute, width: 2, separator: ":", to: &bytes)
        DecimalText.append(UInt64(time.second.magnitude), width: 2, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ part: Int, width: Int, separator end: Unicode.Scalar, to bytes: inout [UInt8]) {
        DecimalText.append(UInt64(part.magnitude), width: width, to: &bytes)
        bytes.append(UInt8(ascii: end))
    }
}
