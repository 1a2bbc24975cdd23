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
