import Basics
import CommandLine
import Queries

extension Context {
    /// Returns the time given with an option; nil without the option.
    func moment(of option: Option, in options: ParsedOptions) throws(UsageError) -> Timestamp? {
        try options.value(of: option) { text throws(TimePhraseError) in try moment(text) }
    }

    func moment(_ text: String) throws(TimePhraseError) -> Timestamp {
        try TimePhrase.moment(text, now: now(), clock: clock)
    }

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
