package import HTTPServer
package import Languages
package import Pages

/// The pages that browsers show instead of problem documents.
package struct ProblemPages: Sendable {
    /// What happened, with a full stop, and what to do, in HTML.
    package typealias Explanation = (title: String, content: String)

    private let assets: AssetLibrary
    private let signIn: String
    private let isPage: @Sendable (HTTPRequest) -> Bool
    private let explain: @Sendable (Problem, HTTPRequest, LanguageTable) -> Explanation?

    /// Creates the pages.
    ///
    /// - Parameters:
    ///   - assets: the files of the pages.
    ///   - signIn: the name of the page for visitors without a session.
    ///   - isPage: returns true for requests for pages, which such visitors get in place of 401.
    ///   - explain: explains a problem to a person in a language; returns nil if nothing is better than its document.
    package init(
        assets: AssetLibrary, signIn: String, isPage: @escaping @Sendable (HTTPRequest) -> Bool,
        explain: @escaping @Sendable (Problem, HTTPRequest, LanguageTable) -> Explanation?
    ) { (self.assets, self.signIn, self.isPage, self.explain) = (assets, signIn, isPage, explain) }

    /// Returns the page for a browser that shows it to a person, otherwise the problem document.
    package func response(to request: HTTPRequest, _ problem: Problem) -> HTTPResponse {
        guard let page = page(for: problem, request) else { return problem.response }
        var response = HTTPResponse.page(page, status: problem.status)
        response.headers += problem.headers
        return response
    }

    private func page(for problem: Problem, _ request: HTTPRequest) -> [UInt8]? {
        if problem.status == .unauthorized, isPage(request) { return try? assets.page(signIn, for: request) }
        guard request.isForPerson else { return nil }
        let table = assets.table(of: request.language)
        guard let explanation = explanation(of: problem, request, table) else { return nil }
        // Under a foreign name, the server serves no file.
        let style = problem.code == "unknown-host" ? nil : Self.style(for: request.path)
        return Array(Self.html(explanation, style: style, in: table.language).utf8)
    }

    private func explanation(of problem: Problem, _ request: HTTPRequest, _ table: LanguageTable) -> Explanation? {
        guard problem.code != "too-many-failures" else {
            return (table.text("problems.too-many-failures"), table.paragraph("problems.wait-a-minute"))
        }
        return explain(problem, request, table)
    }

    /// Returns the address of the style sheet, relative to a page: a reverse proxy may serve this server below a path.
    private static func style(for path: String) -> String {
        let depth = path.utf8.count { $0 == UInt8(ascii: "/") } - 1
        return String(repeating: "../", count: max(0, depth)) + "assets/message.css"
    }

    /// Returns a page, without style for nil.
    ///
    /// Nothing of the request but a valid host name may be in it.
    private static func html(_ explanation: Explanation, style: String?, in language: Language) -> String {
        let (title, name) = (explanation.title, explanation.title.withoutFullStop)
        let link = style.map { "\n<link rel=\"stylesheet\" href=\"\($0)\">" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(HTMLText.escaped(name)) · WhereIsMy</title>\(link)
            </head>
            <body>
            <main>
            <h1>\(HTMLText.escaped(title))</h1>
            \(explanation.content)
            </main>
            </body>
            </html>

            """
    }
}

extension LanguageTable {
    /// Returns a text as a paragraph of HTML, with what follows it in the paragraph.
    package func paragraph(_ key: String, then content: String = "") -> String {
        let rest = content.isEmpty ? "" : " " + content
        return "<p>\(HTMLText.escaped(text(key)))\(rest)</p>"
    }
}

extension String {
    /// The sentence without its full stop, which a title has not.
    fileprivate var withoutFullStop: String { last == "." || last == "。" ? String(dropLast()) : self }
}
