package import HTTPServer

/// The page that a browser shows instead of a problem document: what happened, and what to do.
///
/// It has no style: under a foreign name, the server serves no file.
package struct ErrorPage {
    private let problem: Problem
    private let title: String
    /// HTML; nothing of the request but a valid host name may be in it.
    private let content: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - problem: the problem, whose status and headers the response has.
    ///   - title: what happened, with a full stop.
    ///   - content: HTML.
    package init(_ problem: Problem, title: String, content: String) {
        (self.problem, self.title, self.content) = (problem, title, content)
    }

    /// The response with the status of the problem.
    package var response: HTTPResponse {
        var response = HTTPResponse.page(Array(text.utf8), status: problem.status)
        response.headers += problem.headers
        return response
    }

    private var text: String {
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
