public import Basics
public import Linux

/// Formats times in local time.
public enum LocalTimeText {
    /// Returns a text such as `2026-01-31 10:30:15 +01:00`, which options for times accept, or UTC with a `Z` if the
    /// clock cannot convert the time.
    public static func text(_ moment: Timestamp, clock: LocalClock) -> String {
        guard let time = clock.civilTime(moment), time.year >= 0 else { return moment.iso8601 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(26)
        append(time.year, width: 4, separator: "-", to: &bytes)
        append(time.month, width: 2, separator: "-", to: &bytes)
        append(time.day, width: 2, separator: " ", to: &bytes)
        append(time.hour, width: 2, separator: ":", to: &bytes)
        append(time.minute, width: 2, separator: ":", to: &bytes)
        append(time.second, width: 2, separator: " ", to: &bytes)
        appendOffset(Timestamp(time) - moment, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the offset of local time from UTC at a moment, such as `UTC+01:00`, and `UTC` for none.
    public static func zone(at moment: Timestamp, clock: LocalClock) -> String {
        guard let time = clock.civilTime(moment) else { return "UTC" }
        var bytes = Array("UTC".utf8)
        appendOffset(Timestamp(time) - moment, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasSuffix("+00:00") ? "UTC" : text
    }

    /// Appends an offset from UTC, such as `+01:00`; a clock shows no milliseconds, so it is rounded to minutes.
    private static func appendOffset(_ offset: Duration, to bytes: inout [UInt8]) {
        let minutes = Int((offset.inSeconds / 60).rounded())
        bytes.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
        append(abs(minutes) / 60, width: 2, separator: ":", to: &bytes)
        DecimalText.append(UInt64(abs(minutes) % 60), width: 2, to: &bytes)
    }

    private static func append(_ part: Int, width: Int, separator end: Unicode.Scalar, to bytes: inout [UInt8]) {
        DecimalText.append(UInt64(part.magnitude), width: width, to: &bytes)
        bytes.append(UInt8(ascii: end))
    }
}
