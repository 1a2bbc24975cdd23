package import HTTPServer
package import Pages

/// The pages that browsers show instead of problem documents.
package struct ProblemPages: Sendable {
    /// What happened, with a full stop, and what to do, in HTML.
    package typealias Explanation = (title: String, content: String)

    private let assets: AssetLibrary
    private let signIn: String
    private let isPage: @Sendable (HTTPRequest) -> Bool
    private let explain: @Sendable (Problem, HTTPRequest) -> Explanation?

    /// Creates the pages.
    ///
    /// - Parameters:
    ///   - assets: the files of the pages.
    ///   - signIn: the name of the page for visitors without a session.
    ///   - isPage: returns true for requests for pages, which such visitors get in place of 401.
    ///   - explain: explains a problem to a person; returns nil if nothing is better than its document.
    package init(
        assets: AssetLibrary, signIn: String, isPage: @escaping @Sendable (HTTPRequest) -> Bool,
        explain: @escaping @Sendable (Problem, HTTPRequest) -> Explanation?
    ) {
        (self.assets, self.signIn, self.isPage, self.explain) = (assets, signIn, isPage, explain)
    }

    /// Returns the page for a browser that shows it to a person, otherwise the problem document.
    package func response(to request: HTTPRequest, _ problem: Problem) -> HTTPResponse {
        if problem.status == .unauthorized, isPage(request) {
            guard let page = try? assets.asset(named: signIn) else { return problem.response }
            var response = HTTPResponse.page(page.bytes, status: problem.status)
            response.headers += problem.headers
            return response
        }
        guard request.isForPerson, let (title, content) = explanation(of: problem, request) else {
            return problem.response
        }
        return ErrorPage(problem: problem, title: title, content: content).response
    }

    private func explanation(of problem: Problem, _ request: HTTPRequest) -> Explanation? {
        guard problem.code != "too-many-failures" else {
            return ("Too many failed attempts to sign in.", "<p>Wait a minute, then load this page again.</p>")
        }
        return explain(problem, request)
    }
}
