package import HTTPServer

/// A request for something below the link of a share.
package struct ShareRequest {
    /// The secret in the path, which may be none.
    package let secret: String
    /// The request with the rest of the path.
    package let request: HTTPRequest
    private let prefix: String

    /// Creates a request; nil for a path outside the prefix of shares, such as `/share/`.
    ///
    /// - Throws: ``Problem`` for a method that no link supports, whether the link has expired or not.
    package init?(_ request: HTTPRequest, below prefix: String) throws(Problem) {
        guard request.path.hasPrefix(prefix) else { return nil }
        let supported: [HTTPMethod] = [.get, .head, .options]
        guard supported.contains(request.method) else {
            throw .methodNotAllowed(request.method, allowed: supported)
        }
        let rest = request.path.dropFirst(prefix.count)
        secret = String(rest.prefix { $0 != "/" })
        self.prefix = prefix
        var inner = request
        inner.path = String(rest.dropFirst(secret.count))
        self.request = inner
    }

    /// Returns the whole address of the link; `origin` is what links begin with, such as `https://box.example`.
    package func link(at origin: String) -> String { "\(origin)\(prefix)\(secret)/" }

    /// Returns the route of the request, among those of the share or those that shares have in common.
    ///
    /// - Throws: ``Problem`` for an unknown or invalid path.
    package func find<Context>(
        in routes: [ContextRoute<Context>], common: ContextRouter<Context>
    ) throws(Problem) -> (route: ContextRoute<Context>, segments: [String]) {
        guard request.path.isEmpty else { return try ContextRouter(routes).find(request.path, fallback: common) }
        // The links of the page are relative to the trailing slash.
        let page = [HTTPField("Location", "\(prefix)\(secret)/")]
        let redirect = ContextRoute<Context>(
            "", for: .anyone, readsQuery: true, [.get: { _ in HTTPResponse(.seeOther, headers: page) }])
        return (redirect, [])
    }
}
