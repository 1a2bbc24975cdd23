import Access
import HTTPServer
import Pages
import Web

extension ProblemPages {
    /// The ends of names that only a local network knows.
    private static let localEnds = [".local", ".lan", ".home.arpa"]

    static func daemon(_ assets: AssetLibrary) -> ProblemPages {
        ProblemPages(assets: assets, signIn: "sign-in.html") { request in
            request.path == "/" || request.path == "/static" && request.isForPerson
        } explain: {
            explanation(of: $0, $1)
        }
    }

    private static func explanation(of problem: Problem, _ request: HTTPRequest) -> Explanation? {
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
