import Access
import Basics
import HTTPServer
import JSON
import Linux
import Location
import Pages
import Web
import Wire

/// Signs browsers in and out, and manages their sessions over the Unix socket alone.
struct SignInRoutes {
    private static let example = #"{"name":"phone"}"#

    let access: AccessController
    let configuration: ServerConfiguration

    /// The routes.
    var all: [Route] {
        [
            Route("/sign-in", for: .anyone, [.get: signIn]),
            Route("/sign-out", for: .owner, [.post: signOut]),
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

    /// The page reloads into the page that receives the cookie.
    ///
    /// A redirect would not send the cookie if the link was followed from another site or a file. The icon is named, or
    /// browsers request a default one that does not exist.
    private static let welcome = """
        <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=./">
        <link rel="icon" type="image/svg+xml" href="assets/icon.svg">
        <title>Signed in</title><p>Signed in. <a href="./">Go on</a>
        """

    private var signIn: Route.Handler {
        { [access] context in
            let code = try context.queryParameters("code").text("code") ?? ""
            // Prefetches and `HEAD` must not use the code up.
            guard context.request.method == .get, !context.request.isPrefetch,
                let session = try access.signIn(code, userAgent: context.request.header("User-Agent"))
            else {
                throw Problem(
                    .forbidden, code: "used",
                    detail: "the link was used or is older than five minutes; fix: whereismy open --print")
            }
            var response = HTTPResponse.page(Array(Self.welcome.utf8))
            let cookie = SessionCookie.value(for: session, isSecure: context.request.isSecure)
            response.headers.append(HTTPField("Set-Cookie", cookie))
            return response
        }
    }

    private var signOut: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            if let session = context.admission?.session { try access.signOut(session) }
            let cookie = SessionCookie.clearingValue(isSecure: context.request.isSecure)
            return HTTPResponse(.noContent, headers: [HTTPField("Set-Cookie", cookie)])
        }
    }

    private var makeLink: Route.Handler {
        { [self] context in
            _ = try context.queryParameters()
            let hasBody = !context.request.body.isEmpty
            let body = hasBody ? try context.decodeBody(as: SignInLinkBody.self, example: Self.example) : nil
            let (url, lifetime) = try link(named: body?.name)
            var json = JSONWriter()
            json.object { json in
                json.string("url", url)
                json.time("expires", context.moment.wallClock + lifetime)
            }
            return .json(json.bytes + [0x0A], status: .created)
        }
    }
}

extension SignInRoutes {
    private var list: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            var json = JSONWriter()
            json.object { json in
                json.objects("sessions", access.store.sessions) { json, session in
                    json.string("name", session.name)
                    json.time("created", session.created)
                    json.time("expires", session.expires)
                }
            }
            return .json(json.bytes + [0x0A])
        }
    }

    private var end: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            try access.endSession(named: context.segments[0])
            return HTTPResponse(.noContent)
        }
    }
}

/// The body of a request for a sign-in link, which may be absent.
struct SignInLinkBody: Decodable {
    /// The name of the session that the link begins.
    let name: String?
}
