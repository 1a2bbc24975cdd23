import Access
import Basics
import HTTPServer
import JSON
import Location
import Wire

/// Temporary links that show others the position.
struct ShareRoutes {
    private static let example = #"{"for":"2h","precision":100,"label":"for Ada"}"#

    let keeper: AccessController
    let site: ServerConfiguration
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
        { [keeper] call in
            _ = try call.queryParameters()
            var json = JSONWriter()
            json.object { json in
                json.objects("shares", keeper.store.shares) { $0.members(of: $1) }
            }
            return .json(json.bytes + [0x0A])
        }
    }

    private var add: Route.Handler {
        { [keeper, site, hasHistory] call in
            _ = try call.queryParameters()
            let options = try call.decodeBody(as: ShareRequestBody.self, example: Self.example).options()
            guard hasHistory || options.delay == .zero else {
                throw Problem(.conflict, code: "no-history", detail: "what was some time ago is only known where a history is kept")
            }
            guard let address = site.publicAddress ?? site.address else {
                throw Problem(
                    .conflict, code: "no-listener",
                    detail: "a link would lead nowhere, the daemon does not listen on TCP: listen in [http] says where it would"
                )
            }
            let (share, secret) = try keeper.addShare(options)
            var json = JSONWriter()
            json.object { json in
                json.members(of: share)
                json.string("url", "\(address)/share/\(secret.text)/")
            }
            return .json(json.bytes + [0x0A], status: .created)
        }
    }

    private var revoke: Route.Handler {
        { [keeper] call in
            _ = try call.queryParameters()
            try keeper.revokeShare(call.segments[0])
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
