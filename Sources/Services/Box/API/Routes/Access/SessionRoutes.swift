import Access
import Basics
import HTTPServer
import JSON
import Pages
import Web

/// Signs browsers in and out; manages their sessions, only over the Unix socket.
struct SessionRoutes {
    private static let example = #"{"name":"phone"}"#

    let access: AccessController
    let configuration: ServerConfiguration
    let assets: AssetLibrary

    var all: [Route] {
        signIn.all(visitors: .anyone, users: .owner) + [
            Route("/v1/sign-in-links", for: .local, [.post: makeLink]),
            Route("/v1/sessions", for: .local, [.get: list]),
            Route("/v1/sessions/{name}", for: .local, [.delete: end]),
        ]
    }

    /// Creates a sign-in link.
    ///
    /// - Parameter name: the name of the session that it begins; nil to name it after the browser.
    /// - Returns: the link and its lifetime; it works once.
    /// - Throws: ``Problem`` if the server has no address, `AccessError` if sign-in is not possible.
    func link(named name: String? = nil) throws -> (url: String, lifetime: Duration) {
        guard let address = configuration.address else {
            throw Problem(
                .conflict, code: "no-listener", detail: "no link without a TCP listener; fix: set listen in [http]")
        }
        let (code, lifetime) = try access.issueSignInCode(named: name)
        return ("\(address)/sign-in?code=\(code.text)", lifetime)
    }

    private var signIn: SignInRoutes<RequestContext> {
        SignInRoutes(cookie: .daemon, assets: assets) { [access] code, context in
            try access.signIn(code, userAgent: context.request.header("User-Agent"))
        } end: { [access] context in
            if let session = context.admission?.session { try access.signOut(session) }
        } reject: { _ in
            Problem(
                .forbidden, code: "used",
                detail: "the link was used or is older than five minutes; fix: whereismy open --print")
        }
    }

    private func makeLink(_ context: RequestContext) throws -> HTTPResponse {
        let hasBody = !context.request.body.isEmpty
        let body = hasBody ? try context.decodeBody(as: SignInLinkBody.self, example: Self.example) : nil
        let (url, lifetime) = try link(named: body?.name)
        return .json(status: .created) { json in
            json.string("url", url)
            json.time("expires", context.moment.wallClock + lifetime)
        }
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        .json { json in
            json.objects("sessions", access.store.sessions) { json, session in
                json.string("name", session.name)
                json.time("created", session.created)
                json.time("expires", session.expires)
            }
        }
    }

    private func end(_ context: RequestContext) throws -> HTTPResponse {
        try access.endSession(named: context.segments[0])
        return HTTPResponse(.noContent)
    }
}

/// The body of a request for a sign-in link, which may be absent.
struct SignInLinkBody: Decodable {
    /// The name of the session that the link begins.
    let name: String?
}
