import Access
import HTTPServer

/// The page that a browser shows instead of a problem document: what happened, and what to do.
///
/// It has no style: under a foreign name, the server serves no file.
struct ErrorPage {
    /// The ends of names that only a local network knows.
    private static let localEnds = [".local", ".lan", ".home.arpa"]

    private let problem: Problem
    private let title: String
    /// HTML; nothing of the request but a valid host name is in it.
    private let content: String

    /// Returns nil if the client does not ask for a page, or none explains the problem better than its document.
    init?(_ problem: Problem, _ request: HTTPRequest) {
        guard request.isForPerson, let page = Self.explanation(problem, request) else { return nil }
        self.problem = problem
        (title, content) = page
    }

    private static func explanation(_ problem: Problem, _ request: HTTPRequest) -> (title: String, content: String)? {
        switch problem.code {
        case "used": ("This link does not work any more.", newLink)
        case "unknown-host":
            (
                "The computer does not know this name.",
                advice(host: request.header("Host").flatMap(HostRule.name(in:)))
            )
        case "not-found",
            "bad-request" where !request.path.hasPrefix("/v1/"):
            // Who has a share has no access to the live page.
            (
                "There is no page at this address.",
                request.path.hasPrefix("/share/") ? "" : "<p><a href=\"/\">Open the live page</a></p>"
            )
        case "too-many-failures":
            ("Too many failed attempts to sign in.", "<p>Wait a minute, then load this page again.</p>")
        default: nil
        }
    }

    private static let newLink = """
        <p>That link was used already or is older than five minutes. On the computer run:</p>
        <p><code>whereismy open --print</code></p>
        """

    /// Returns the setting that admits a name.
    ///
    /// A name that the Internet knows is not repeated: it may be a stranger's, whose page reached this computer by it.
    private static func advice(host: String?) -> String {
        let isLocal = host.map { host in !host.contains(".") || localEnds.contains(where: host.hasSuffix) } ?? false
        return """
            <p>If you gave the computer this name, add it to <code>names</code> in the section <code>[http]</code> of
            <code>/etc/whereismy/whereismy.conf</code> there:</p>
            <p><code>names = \(isLocal ? host ?? "NAME" : "NAME")</code></p>
            <p>Separate several names by commas. Then run <code>sudo systemctl reload whereismyd</code>, and load this page
            again. Until then, use the computer's IP address.</p>
            """
    }

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

extension HTTPRequest {
    /// True for a browser that shows the response to a person: it prefers HTML, which no script and no program does.
    var isForPerson: Bool {
        guard [.get, .head].contains(method), let accept = header("Accept") else { return false }
        let offers = ["application/problem+json", "application/json", "text/html"]
        return AcceptedTypes(accept).best(of: offers) == "text/html"
    }
}
