import Access
import HTTPServer

/// The page that a browser shows instead of a problem document: what happened, and what to do.
struct ErrorPage {
    private let problem: Problem
    private let title: String
    /// HTML; nothing of the request but a valid host name is in it.
    private let content: String

    /// Returns nil if the client does not ask for a page, or none explains the problem better than its document.
    init?(_ problem: Problem, _ request: HTTPRequest) {
        guard request.isForPerson else { return nil }
        self.problem = problem
        switch problem.code {
        case "used":
            title = "This link does not work any more."
            content = """
                <p>That link was used already or is older than five minutes. On the computer run:</p>
                <p><code>whereismy open --print</code></p>
                """
        case "unknown-host":
            title = "The computer does not know this name."
            content = Self.advice(host: request.header("Host").flatMap(HostRule.name(in:)))
        case "not-found":
            title = "There is no page at this address."
            content = "<p><a href=\"/\">Open the live page</a></p>"
        default: return nil
        }
    }

    private static func advice(host: String?) -> String {
        """
        <p>Add it to the section <code>[http]</code> of <code>/etc/whereismy/whereismy.conf</code> on that computer:</p>
        <p><code>names = \(host ?? "NAME")</code></p>
        <p>Separate several names by commas. Then run <code>sudo systemctl reload whereismyd</code>, and load this page
        again. Until then, use the computer's IP address.</p>
        """
    }

    /// The response with the status of the problem.
    var response: HTTPResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title.dropLast()) · WhereIsMy</title>
            <link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
            <link rel="stylesheet" href="/assets/live.css">
            </head>
            <body>
            <main class="alone">
            <h1>\(title)</h1>
            \(content)
            </main>
            </body>
            </html>

            """
        var response = HTTPResponse.page(Array(text.utf8), status: problem.status)
        response.headers += problem.headers
        return response
    }
}

extension HTTPRequest {
    /// True for a browser that shows the response to a person: it prefers HTML, which no script and no program does.
    var isForPerson: Bool {
        guard [.get, .head].contains(method), let accept = header("Accept") else { return false }
        let offers = ["application/problem+json", "application/json", "text/html"]
        return AcceptedTypes(accept).best(of: offers) == "text/html"
    }
}
