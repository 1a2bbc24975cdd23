import Queries
import Basics
import Configuration
import Location

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
