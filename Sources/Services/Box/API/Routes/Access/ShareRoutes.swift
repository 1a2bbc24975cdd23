import Access
import HTTPServer
import JSON
import Web

/// Temporary links that show others the position.
struct ShareRoutes {
    private static let example = #"{"for":"2h","precision":100,"label":"Our van","note":"for Ada"}"#

    let access: AccessController
    let configuration: ServerConfiguration
    /// True if there is a history, which delayed shares need.
    let hasHistory: Bool

    var all: [Route] {
        [
            Route("/v1/shares", for: .owner, [.get: list, .post: add]),
            Route("/v1/shares/{id}", for: .owner, [.delete: revoke]),
        ]
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        .json { json in
            json.objects("shares", access.store.shares) { json, share in
                json.string("id", share.id)
                json.members(of: share)
            }
        }
    }

    private func add(_ context: RequestContext) throws -> HTTPResponse {
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
        return .json(status: .created) { json in
            json.string("id", share.id)
            json.members(of: share)
            json.string("url", "\(address)/share/\(secret.text)/")
        }
    }

    private func revoke(_ context: RequestContext) throws -> HTTPResponse {
        try access.revokeShare(context.segments[0])
        return HTTPResponse(.noContent)
    }
}
