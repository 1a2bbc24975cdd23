import Basics
import CommandLine
import Configuration
import JSON
import Queries

enum NewShareOptions {
    private static let lifetime = Option(
        "for", value: "TIME", help: "duration, such as 30min, 2h or 2w (2h; a plain number: seconds)")
    private static let until = Option("until", value: "TIME", help: "until 18:00 or 2026-01-31 18:00")
    private static let since = Option("since", value: "TIME", help: "with the track since 10:30, 2h, yesterday (now)")
    private static let precision = Option("precision", value: "DISTANCE", help: "rounded to 100m, 1km (exact)")
    private static let delay = Option(
        "delay", value: "TIME", help: "delay the position, such as by 30min (none; a plain number: seconds)")
    private static let label = Option("label", value: "TEXT", help: "title that others see, such as \"Our van\"")
    private static let note = Option(
        "note", value: "TEXT", help: "note in the list that only you see, such as who has the link")

    static let options = [lifetime, until, since, precision, delay, label, note]

    /// Encodes the options as the daemon's JSON request.
    static func encode(_ options: ParsedOptions, in context: Context) throws(UsageError) -> [UInt8] {
        let span = ValueSyntax.time("a time such as 30min, 2h or 7d", within: 1...31_536_000)
        let life = try options.value(of: lifetime, as: span)
        let delay = try options.value(of: delay, as: span)
        let end = try end(options, in: context)
        if life != nil, end != nil { throw UsageError("--for and --until cannot be combined") }
        let since = try context.moment(of: since, in: options)
        let metres = try options.value(
            of: precision, as: .distance("a distance such as 100m or 1km", within: 1...1e7))
        return JSONWriter.object { json in
            json.string("for", life.map { "\(max(1, $0.components.seconds))s" })
            json.time("until", end)
            json.time("since", since)
            json.number("precision", metres, decimals: 0)
            json.integer("delay", delay?.components.seconds)
            json.string("label", options.value(of: label))
            json.string("note", options.value(of: note))
        }
    }

    /// Returns the end of the share; a time of day means its next occurrence.
    private static func end(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Timestamp? {
        guard let text = options.value(of: until) else { return nil }
        do throws(TimePhraseError) {
            let phrase = try TimePhrase(text)
            let day: Duration = .seconds(86_400)
            let now = context.now()
            if case .clock = phrase { return try context.moment(phrase, text, asOf: now + day) }
            if case .ago = phrase { throw TimePhraseError(text, .impossible) }
            let moment = try context.moment(phrase, text, asOf: now)
            guard moment > now else { throw TimePhraseError(text, .impossible) }
            return moment
        } catch {
            throw UsageError(
                "--until: \(text.prefix(80).debugDescription) is not a time in the future, such as 18:00 or 2026-01-31 18:00; "
                    + "for a duration use --for")
        }
    }
}
