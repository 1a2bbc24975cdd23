import Access
import HTTPServer
import Web

extension ErrorPage {
    /// The ends of names that only a local network knows.
    private static let localEnds = [".local", ".lan", ".home.arpa"]

    /// Returns nil if the client does not ask for a page, or none explains the problem better than its document.
    init?(_ problem: Problem, _ request: HTTPRequest) {
        guard request.isForPerson, let page = Self.explanation(problem, request) else { return nil }
        self.init(problem, title: page.title, content: page.content)
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
}
