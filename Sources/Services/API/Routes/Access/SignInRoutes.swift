import Access
import Basics
import HTTPServer
import JSON
import Location
import Pages
import Wire

/// Signs browsers in and out.
struct SignInRoutes {
    let access: AccessController
    let configuration: ServerConfiguration

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
    /// - Throws: ``Problem`` if the server has no address, `AccessError` if sign-in is not possible.
    func link() throws -> (url: String, lifetime: Duration) {
        guard let address = configuration.address else {
            throw Problem(
                .conflict, code: "no-listener", detail: "no link without a TCP listener; fix: set listen in [http]")
        }
        let (code, lifetime) = try access.issueSignInCode()
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
            guard context.request.method == .get, !context.request.isPrefetch, let session = try access.signIn(code)
            else {
                throw Problem(
                    .forbidden, code: "used",
                    detail: "the link was used or is older than five minutes; fix: whereismy open")
            }
            var response = HTTPResponse.page(Array(Self.welcome.utf8))
            response.headers.append(HTTPField("Set-Cookie", SessionCookie.value(for: session)))
            return response
        }
    }

    private var signOut: Route.Handler {
        { [access] context in
            _ = try context.queryParameters()
            if let session = context.admission?.session { try access.signOut(session) }
            return HTTPResponse(.noContent, headers: [HTTPField("Set-Cookie", SessionCookie.clearingValue)])
        }
    }

    private var makeLink: Route.Handler {
        { [self] context in
            _ = try context.queryParameters()
            let (url, lifetime) = try link()
            var json = JSONWriter()
            json.object { json in
                json.string("url", url)
                json.time("expires", context.moment.wallClock + lifetime)
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
