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
    ) { (self.assets, self.signIn, self.isPage, self.explain) = (assets, signIn, isPage, explain) }

    /// Returns the page for a browser that shows it to a person, otherwise the problem document.
    package func response(to request: HTTPRequest, _ problem: Problem) -> HTTPResponse {
        guard let page = page(for: problem, request) else { return problem.response }
        var response = HTTPResponse.page(page, status: problem.status)
        response.headers += problem.headers
        return response
    }

    private func page(for problem: Problem, _ request: HTTPRequest) -> [UInt8]? {
        if problem.status == .unauthorized, isPage(request) { return (try? assets.asset(named: signIn))?.bytes }
        guard request.isForPerson, let (title, content) = explanation(of: problem, request) else { return nil }
        return Array(Self.html(title: title, content: content).utf8)
    }

    private func explanation(of problem: Problem, _ request: HTTPRequest) -> Explanation? {
        guard problem.code != "too-many-failures" else {
            return ("Too many failed attempts to sign in.", "<p>Wait a minute, then load this page again.</p>")
        }
        return explain(problem, request)
    }

    /// Returns a page without style: under a foreign name, the server serves no file.
    ///
    /// Nothing of the request but a valid host name may be in it.
    private static func html(title: String, content: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title.dropLast()) · WhereIsMy</title>
        </head>
        <body>
        <main>
        <h1>\(title)</h1>
        \(content)
        </main>
        </body>
        </html>

        """
    }
}
