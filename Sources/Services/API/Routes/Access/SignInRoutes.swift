import Access
import Basics
import HTTPServer
import JSON
import Location
import Pages
import Wire

/// Signs browsers in and out.
struct SignInRoutes {
    let keeper: AccessController
    let site: ServerConfiguration

    /// The routes.
    var all: [Route] {
        [
            Route("/sign-in", for: .anyone, [.get: signIn]),
            Route("/sign-out", for: .owner, [.post: signOut]),
            Route("/v1/sign-in-links", for: .local, [.post: makeLink]),
        ]
    }

    /// Creates a sign-in link.
    ///
    /// - Returns: the link and its lifetime; it works once.
    /// - Throws: ``Problem`` if the server has no address, `AccessError` if nobody can sign in.
    func link() throws -> (url: String, life: Duration) {
        guard let address = site.address else {
            throw Problem(
                .conflict, code: "no-listener", detail: "the daemon does not listen on TCP: listen in [http] says where it would")
        }
        let (code, life) = try keeper.issueSignInCode()
        return ("\(address)/sign-in?code=\(code.text)", life)
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
        { [keeper] call in
            let code = try call.queryParameters("code").text("code") ?? ""
            // Prefetches and `HEAD` must not use the code up.
            guard call.request.method == .get, !call.request.isPrefetch, let session = try keeper.signIn(code) else {
                throw Problem(
                    .forbidden, code: "used",
                    detail: "this link was used, or is older than five minutes: whereismy open makes another")
            }
            var response = HTTPResponse.page(Array(Self.welcome.utf8))
            response.headers.append(HTTPField("Set-Cookie", SessionCookie.value(for: session)))
            return response
        }
    }

    private var signOut: Route.Handler {
        { [keeper] call in
            _ = try call.queryParameters()
            if let session = call.admission?.session { try keeper.signOut(session) }
            return HTTPResponse(.noContent, headers: [HTTPField("Set-Cookie", SessionCookie.clearingValue)])
        }
    }

    private var makeLink: Route.Handler {
        { [self] call in
            _ = try call.queryParameters()
            let (url, life) = try link()
            var json = JSONWriter()
            json.object { json in
                json.string("url", url)
                json.time("expires", call.moment.wallClock + life)
            }
            return .json(json.bytes + [0x0A], status: .created)
        }
    }
}

extension HTTPRequest {
    /// True for a prefetch of a browser: the headers of Chromium, Safari and Firefox.
    fileprivate var isPrefetch: Bool {
        ["Sec-Purpose", "Purpose", "X-Moz"].contains { header($0)?.lowercased().hasPrefix("prefetch") ?? false }
    }
}
