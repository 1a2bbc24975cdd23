import Access
import Basics
import HTTPServer
import JSON
import Location
import Wire

/// Links that show others where this machine is, for a time.
struct ShareRoutes {
    private static let example = #"{"for":"2h","precision":100,"label":"for Ada"}"#

    let keeper: AccessController
    let site: ServerConfiguration
    /// Whether there is a history, of which a share that is shown late is made.
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
    /// A share as it is listed, without its secret, which nobody has any more.
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
