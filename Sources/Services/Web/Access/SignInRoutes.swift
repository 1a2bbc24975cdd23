package import Access
package import HTTPServer
import Languages
package import Pages

/// Signs browsers in by links that work once, and out.
package struct SignInRoutes<Context: RouteContext>: Sendable {
    /// The page reloads into the page that receives the cookie.
    ///
    /// A redirect would not send the cookie if the link was followed from another site or a file. The icon is named, or
    /// browsers request a default one that does not exist.
    private static func welcome(in table: LanguageTable) -> String {
        let title = HTMLText.escaped(table.text("sign-in.signed-in"))
        return """
            <!DOCTYPE html><html lang="\(table.language.tag)"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=./">
            <link rel="icon" type="image/svg+xml" href="assets/icon.svg">
            <title>\(title)</title><p>\(title). <a href="./">\(HTMLText.escaped(table.text("sign-in.go-on")))</a>
            """
    }

    private let cookie: SessionCookie
    private let assets: AssetLibrary
    private let begin: @Sendable (String, Context) throws -> Secret?
    private let end: @Sendable (Context) throws -> Void
    private let reject: @Sendable (Context) throws -> Problem

    /// Creates the handlers.
    ///
    /// - Parameters:
    ///   - cookie: the cookie of sessions.
    ///   - assets: the text of the page that a browser sees for a moment.
    ///   - begin: begins the session of a link's code, which it uses up; returns nil for an invalid code.
    ///   - end: ends the session of a request, if it has one.
    ///   - reject: returns the problem of a link that does not work.
    package init(
        cookie: SessionCookie, assets: AssetLibrary, begin: @escaping @Sendable (String, Context) throws -> Secret?,
        end: @escaping @Sendable (Context) throws -> Void, reject: @escaping @Sendable (Context) throws -> Problem
    ) { (self.cookie, self.assets, self.begin, self.end, self.reject) = (cookie, assets, begin, end, reject) }

    /// Returns the routes, for visitors and for those who are signed in.
    package func all(visitors: Context.Audience, users: Context.Audience) -> [ContextRoute<Context>] {
        [
            ContextRoute("/sign-in", for: visitors, readsQuery: true, [.get: signIn]),
            ContextRoute("/sign-out", for: users, [.post: signOut]),
        ]
    }

    private func signIn(_ context: Context) throws -> HTTPResponse {
        let code = try context.queryParameters("code").text("code") ?? ""
        // Prefetches and `HEAD` must not use the code up.
        guard context.request.method == .get, !context.request.isPrefetch, let session = try begin(code, context) else {
            throw try reject(context)
        }
        let welcome = Self.welcome(in: assets.table(of: context.request.language))
        var response = HTTPResponse.page(Array(welcome.utf8))
        response.setCookie(cookie.value(for: session, isSecure: context.isSecure))
        return response
    }

    private func signOut(_ context: Context) throws -> HTTPResponse {
        try end(context)
        var response = HTTPResponse(.noContent)
        response.setCookie(cookie.clearingValue(isSecure: context.isSecure))
        return response
    }
}

extension HTTPResponse {
    /// Adds a cookie.
    package mutating func setCookie(_ value: String) { headers.append(HTTPField("Set-Cookie", value)) }
}
