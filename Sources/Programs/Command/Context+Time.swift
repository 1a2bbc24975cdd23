import Basics
import Configuration
import Linux
import Location
import Queries

extension Context {
    /// The moment that an option names; nil where it is not given.
    ///
    /// - Throws: `UsageError`, which says what would be understood.
    func moment(of option: Option, in options: ParsedOptions) throws(UsageError) -> Timestamp? {
        guard let text = options.value(of: option) else { return nil }
        do throws(TimePhraseError) {
            return try moment(text)
        } catch {
            throw UsageError("--\(option.name): \(error)")
        }
    }

    /// The moment that somebody means who writes that.
    ///
    /// - Throws: ``TimePhraseError``, which says what would be understood.
    func moment(_ text: String) throws(TimePhraseError) -> Timestamp {
        try moment(TimePhrase(text), text, asOf: now())
    }

    /// The moment that somebody means who writes that at a time.
    ///
    /// - Throws: ``TimePhraseError``, which says what would be understood.
    func moment(_ phrase: TimePhrase, _ text: String, asOf now: Timestamp) throws(TimePhraseError) -> Timestamp {
        guard let moment = phrase.moment(now: now, clock: clock) else { throw TimePhraseError(text, .impossible) }
        return moment
    }

    /// A moment of ISO 8601 as the user's clock shows it; as it stands where it is none.
    func localTime(iso8601 text: String) -> String {
        Timestamp(iso8601: text).map { localTime($0) } ?? text
    }

    /// A moment as the user's clock shows it, to the second.
    func localTime(_ moment: Timestamp) -> String {
        LocalTimeText.text(moment, clock: clock)
    }
}

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
