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
