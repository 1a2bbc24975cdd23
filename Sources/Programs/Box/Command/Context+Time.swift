import Basics
import CommandLine
import Linux
import Location
import Queries

extension Context {
    /// Returns the time given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` listing the accepted forms.
    func moment(of option: Option, in options: ParsedOptions) throws(UsageError) -> Timestamp? {
        try options.value(of: option) { text throws(TimePhraseError) in try moment(text) }
    }

    /// Parses a time phrase.
    ///
    /// - Throws: ``TimePhraseError`` listing the accepted forms.
    func moment(_ text: String) throws(TimePhraseError) -> Timestamp {
        try TimePhrase.moment(text, now: now(), clock: clock)
    }

    /// Resolves a time phrase relative to a time.
    ///
    /// - Throws: ``TimePhraseError`` listing the accepted forms.
    func moment(_ phrase: TimePhrase, _ text: String, asOf now: Timestamp) throws(TimePhraseError) -> Timestamp {
        guard let moment = phrase.moment(now: now, clock: clock) else { throw TimePhraseError(text, .impossible) }
        return moment
    }

    /// Formats an ISO 8601 time in the user's time zone; returns the text unchanged if malformed.
    func localTime(iso8601 text: String) -> String {
        Timestamp(iso8601: text).map { localTime($0) } ?? text
    }

    /// Formats a time in the user's time zone, to the second, with the zone.
    func localTime(_ moment: Timestamp) -> String {
        LocalTimeText.text(moment, clock: clock)
    }
}

/// Formats times in local time.
enum LocalTimeText {
    /// Returns a text such as `2026-01-31 10:30:15 +01:00`, which options for times accept, or UTC with a `Z` if the
    /// clock cannot convert the time.
    static func text(_ moment: Timestamp, clock: LocalClock) -> String {
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
