import Access
import Basics
import Location

/// What a request to make a share says.
struct ShareRequestBody: Decodable {
    /// How long, such as `2h`; two hours where neither this nor `until` is given.
    let `for`: String?
    /// Until when, by ISO 8601.
    let until: String?
    /// From when on, by ISO 8601.
    let since: String?
    /// Metres.
    let precision: Double?
    /// Seconds.
    let delay: Double?
    /// What to call it.
    let label: String?

    /// The same as the book takes it.
    ///
    /// - Throws: ``Problem`` where something makes no sense.
    func options() throws(Problem) -> ShareOptions {
        var options = ShareOptions(
            since: try Self.time("since", since), precision: precision, delay: try Self.span("delay", delay),
            label: label)
        if self.for != nil, until != nil { throw .badRequest("for and until do not go together") }
        if let life = self.for {
            guard let life = Duration(setting: life) else {
                throw .badRequest("for: \(life.prefix(40).debugDescription) is not a time such as 30m, 2h or 7d")
            }
            options.end = .after(life)
        }
        if let end = try Self.time("until", until) { options.end = .at(end) }
        return options
    }

    private static func time(_ name: String, _ text: String?) throws(Problem) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(iso8601: text) else {
            throw .badRequest("\(name): \(text.prefix(40).debugDescription) is not a time such as 2026-01-31T10:30:00Z")
        }
        return time
    }

    private static func span(_ name: String, _ seconds: Double?) throws(Problem) -> Duration {
        guard let seconds else { return .zero }
        guard (0...1e9).contains(seconds) else { throw .badRequest("\(name): \(seconds) is no number of seconds") }
        return .milliseconds(Int64(seconds * 1000))
    }
}
