import HTTPServer

/// The page that a browser shows instead of a problem document: what happened, and what to do.
///
/// It has no style: under a foreign name, the server serves no file.
struct ErrorPage {
    /// The problem, whose status and headers the response has.
    let problem: Problem
    /// What happened, with a full stop.
    let title: String
    /// HTML; nothing of the request but a valid host name may be in it.
    let content: String

    /// The response with the status of the problem.
    var response: HTTPResponse {
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
