import Access
import Basics
import FleetStore
import HTTPServer
import Web

/// Signs browsers in by links, and out.
struct FleetSignInRoutes {
    let authorizer: FleetAuthorizer

    /// The routes.
    var all: [FleetRoute] {
        [
            FleetRoute("/sign-in", for: .visitors, [.get: signIn]),
            FleetRoute("/sign-out", for: .viewers, [.post: signOut]),
        ]
    }

    /// The page reloads into the page that receives the cookie.
    ///
    /// The icon is named, or browsers request a default one that does not exist.
    private static let welcome = """
        <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=./">
        <link rel="icon" type="image/svg+xml" href="assets/icon.svg">
        <title>Signed in</title><p>Signed in. <a href="./">Go on</a>
        """

    private var signIn: FleetRoute.Handler {
        { [authorizer] context in
            let code = try context.queryParameters("code").text("code") ?? ""
            let request = context.request
            // Prefetches and `HEAD` must not use the code up.
            guard request.method == .get, !request.isPrefetch,
                let secret = Secret(code),
                let session = try FleetAccess(context.connection()).beginSession(
                    link: SecretHash(secret), name: SessionName.suggestion(forUserAgent: request.header("User-Agent")),
                    at: context.moment.wallClock)?.secret
            else {
                if request.method == .get { try authorizer.recordFailure(of: request, at: context.moment) }
                throw Problem(
                    .forbidden, code: "used", detail: "the link was used or has expired; fix: ask for another one")
            }
            var response = HTTPResponse.page(Array(Self.welcome.utf8))
            let cookie = FleetCookie.value(for: session, isSecure: request.isSecureForFleet)
            response.headers.append(HTTPField("Set-Cookie", cookie))
            return response
        }
    }

    private var signOut: FleetRoute.Handler {
        { context in
            _ = try context.queryParameters()
            if case .session(let hash)? = context.admission?.credential {
                try FleetAccess(context.connection()).endSession(hash)
            }
            let cookie = FleetCookie.clearingValue(isSecure: context.request.isSecureForFleet)
            return HTTPResponse(.noContent, headers: [HTTPField("Set-Cookie", cookie)])
        }
    }
}
