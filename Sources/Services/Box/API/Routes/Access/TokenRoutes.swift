import Access
import HTTPServer
import JSON
import Web

/// Tokens of programs, managed only over the Unix socket.
struct TokenRoutes {
    private static let example = #"{"name":"home-assistant","scopes":["read"]}"#

    let access: AccessController

    var all: [Route] {
        [
            Route("/v1/tokens", for: .local, [.get: list, .post: add]),
            Route("/v1/tokens/{name}", for: .local, [.delete: revoke]),
        ]
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        let store = access.store
        return .json { $0.objects("tokens", store.tokens + store.credentialTokens) { $0.members(of: $1) } }
    }

    private func add(_ context: RequestContext) throws -> HTTPResponse {
        let body = try context.decodeBody(as: TokenRequestBody.self, example: Self.example)
        let (token, secret) = try access.addToken(
            named: body.name, scopes: try Self.scopes(body.scopes ?? ["read"]))
        return .json(status: .created) { json in
            json.members(of: token)
            json.string("token", secret.text)
        }
    }

    private func revoke(_ context: RequestContext) throws -> HTTPResponse {
        try access.revokeToken(named: context.segments[0])
        return HTTPResponse(.noContent)
    }

    private static func scopes(_ names: [String]) throws(Problem) -> Set<Scope> {
        var scopes: Set<Scope> = []
        for name in names {
            guard let scope = Scope(rawValue: name) else {
                let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badRequest("unknown scope \(name.prefix(40).debugDescription), known are: \(known)")
            }
            scopes.insert(scope)
        }
        return scopes
    }
}

extension JSONWriter {
    /// Writes a token without its secret, which is not stored.
    fileprivate mutating func members(of token: Token) {
        string("name", token.name)
        strings("scopes", token.scopes.map(\.rawValue).sorted())
        time("created", token.created)
        if token.origin == .credential { word("origin", "credential") }
    }
}

struct TokenRequestBody: Decodable {
    let name: String
    /// The scopes; `read` by default.
    let scopes: [String]?
}
