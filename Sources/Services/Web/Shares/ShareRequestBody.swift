package import Access
import Basics

/// The body of a request for a share.
package struct ShareRequestBody: Decodable {
    /// The lifetime, such as `2h`; two hours without this and `until`.
    let `for`: String?
    /// The time of expiry in ISO 8601.
    let until: String?
    /// The start of the visible data in ISO 8601.
    let since: String?
    /// The rounding in metres.
    let precision: Double?
    /// The delay in seconds.
    let delay: Double?
    /// The title for the holders of the link.
    let label: String?
    /// What only whoever creates the share sees.
    let note: String?

    /// Returns the options of the share.
    ///
    /// - Throws: ``Problem`` for an invalid member.
    package func options() throws(Problem) -> ShareOptions {
        var options = ShareOptions(
            since: try Self.time("since", since), precision: precision, delay: try Self.span("delay", delay),
            label: label, note: note)
        if self.for != nil, until != nil { throw .badRequest("for and until cannot be combined") }
        if let lifetime = self.for {
            guard let lifetime = Duration(setting: lifetime) else {
                throw .badRequest("for: \(lifetime.prefix(40).debugDescription) is not a time such as 30m, 2h or 7d")
            }
            options.end = .after(lifetime)
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
        guard (0...1e9).contains(seconds) else { throw .badRequest("\(name): \(seconds) is not a number of seconds") }
        return .milliseconds(Int64(seconds * 1000))
    }
}
