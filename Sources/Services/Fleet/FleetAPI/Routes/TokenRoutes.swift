import Access
import Basics
import FleetStore
import HTTPServer
import JSON
import Web

/// The tokens of a member's programs, which see what the member sees.
struct TokenRoutes {
    private static let example = #"{"name":"home-assistant","role":"last"}"#

    var all: [Route] {
        [
            Route("/v1/tokens", for: .members, [.get: list, .post: add]),
            Route("/v1/tokens/{name}", for: .members, [.delete: revoke]),
        ]
    }

    private struct Body: Decodable {
        let name: String
        let role: String?

        /// - Throws: ``Problem`` for a role that there is not.
        func limit() throws(Problem) -> TeamRole? {
            guard let role else { return nil }
            guard let found = TeamRole(name: role) else {
                throw Problem.badRequest("role: expected last, history, share or admin")
            }
            return found
        }
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        let tokens = try context.ownTokens()
        return .json { json in json.objects("tokens", tokens) { $0.members(of: $1) } }
    }

    private func add(_ context: RequestContext) throws -> HTTPResponse {
        let body = try context.decodeBody(as: Body.self, example: Self.example)
        let (name, role) = (body.name, try body.limit())
        guard SessionName.isValid(name) else {
            throw Problem.badRequest("name: expected letters, digits, '-', '_' and '.', such as home-assistant")
        }
        guard try !context.ownTokens().contains(where: { $0.name == name }) else {
            throw Problem(
                .conflict, code: "exists", detail: "token \(name) exists; fix: revoke it or use another name")
        }
        let now = context.moment.wallClock
        let secret = try context.administration().addToken(name, of: context.viewer().name, role: role, at: now)
        return .json(status: .created) { json in
            json.string("name", name)
            json.word("role", role?.name)
            json.time("created", now)
            json.string("token", secret.text)
        }
    }

    private func revoke(_ context: RequestContext) throws -> HTTPResponse {
        try context.administration().revokeToken(
            context.segments[0], of: context.viewer().name, at: context.moment.wallClock)
        return HTTPResponse(.noContent)
    }
}

extension RequestContext {
    /// The changes of the viewer, who is named in the audit.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func administration() throws(Problem) -> FleetAdministration {
        FleetAdministration(try connection(), actor: try viewer().name)
    }

    fileprivate func ownTokens() throws -> [ProgramToken] {
        let name = try viewer().name
        return try administration().tokens().filter { $0.member == name }
    }
}

extension JSONWriter {
    /// Writes a token without its secret, which is not stored.
    fileprivate mutating func members(of token: ProgramToken) {
        string("name", token.name)
        word("role", token.role?.name)
        time("created", token.created)
        time("used", token.lastUsed)
        time("expires", token.expires)
    }
}
