import Access
import Basics
import HTTPServer
import JSON
import Location
import Web
import Wire

/// Temporary links that show others the position.
struct ShareRoutes {
    private static let example = #"{"for":"2h","precision":100,"label":"for Ada"}"#

    let access: AccessController
    let configuration: ServerConfiguration
    /// True if there is a history, which delayed shares need.
    let hasHistory: Bool

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/shares", for: .owner, [.get: list, .post: add]),
            Route("/v1/shares/{id}", for: .owner, [.delete: revoke]),
        ]
    }

    private var list: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            var json = JSONWriter()
            json.object { json in
                json.objects("shares", access.store.shares) { $0.members(of: $1) }
            }
            return .json(json.bytes + [0x0A])
        }
    }

    private var add: Route.Handler {
        { [access, configuration, hasHistory] context in
            _ = try context.queryParameters()
            let options = try context.decodeBody(as: ShareRequestBody.self, example: Self.example).options()
            guard hasHistory || options.delay == .zero else {
                throw Problem(
                    .conflict, code: "no-history",
                    detail: "a delayed share needs a history; fix: enabled = yes in [history]")
            }
            guard let address = configuration.publicAddress ?? configuration.address else {
                throw Problem(
                    .conflict, code: "no-listener",
                    detail: "no link without a TCP listener; fix: set listen in [http]"
                )
            }
            let (share, secret) = try access.addShare(options)
            var json = JSONWriter()
            json.object { json in
                json.members(of: share)
                json.string("url", "\(address)/share/\(secret.text)/")
            }
            return .json(json.bytes + [0x0A], status: .created)
        }
    }

    private var revoke: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            try access.revokeShare(context.segments[0])
            return HTTPResponse(.noContent)
        }
    }
}

extension JSONWriter {
    /// Writes a share without its secret, which is not stored.
    mutating func members(of share: Share) {
        string("id", share.id)
        string("label", share.label)
        time("created", share.created)
        time("expires", share.expires)
        time("since", share.since)
        number("precision", share.precision, decimals: 0)
        number("delay", share.delay > .zero ? share.delay.inSeconds : nil, decimals: 3)
    }
}

/// The body of a request for a share.
struct ShareRequestBody: Decodable {
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
    /// The label.
    let label: String?

    /// Returns the options of the share.
    ///
    /// - Throws: ``Problem`` for an invalid member.
    func options() throws(Problem) -> ShareOptions {
        var options = ShareOptions(
            since: try Self.time("since", since), precision: precision, delay: try Self.span("delay", delay),
            label: label)
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
