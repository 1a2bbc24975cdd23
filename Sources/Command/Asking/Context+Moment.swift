import Answers
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
        guard let moment = try TimePhrase(text).moment(now: now(), clock: clock) else {
            throw TimePhraseError(text, .impossible)
        }
        return moment
    }

    /// A moment as the user's clock shows it, to the second.
    func localTime(_ moment: Timestamp) -> String {
        LocalTimeText.words(moment, clock: clock)
    }
}
