import Access
import HTTPServer
import Languages
import Pages
import Web

extension ProblemPages {
    /// The ends of names that only a local network knows.
    private static let localEnds = [".local", ".lan", ".home.arpa"]

    static func daemon(_ assets: AssetLibrary) -> ProblemPages {
        ProblemPages(assets: assets, signIn: "sign-in.html") { request in
            request.path == "/" || request.path == "/static" && request.isForPerson
        } explain: {
            explanation(of: $0, $1, $2)
        }
    }

    private static func explanation(
        of problem: Problem, _ request: HTTPRequest, _ table: LanguageTable
    ) -> Explanation? {
        switch problem.code {
        case "used":
            (
                table.text("problems.used"),
                table.paragraph("problems.used-advice") + "\n<p><code>whereismy open --print</code></p>"
            )
        case "unknown-host":
            (
                table.text("problems.unknown-host"),
                advice(host: request.header("Host").flatMap(HostRule.name(in:)), table)
            )
        case "not-found",
            "bad-request" where !request.path.hasPrefix("/v1/"):
            // Who has a share has no access to the live page.
            (
                table.text("problems.not-found"),
                request.path.hasPrefix("/share/")
                    ? "" : "<p><a href=\"/\">\(HTMLText.escaped(table.text("problems.open-live-page")))</a></p>"
            )
        default: nil
        }
    }

    /// Returns the setting that admits a name.
    ///
    /// A name that the Internet knows is not repeated: it may be a stranger's, whose page reached this computer by it.
    private static func advice(host: String?, _ table: LanguageTable) -> String {
        let isLocal = host.map { host in !host.contains(".") || localEnds.contains(where: host.hasSuffix) } ?? false
        let setting = "names = \(isLocal ? host ?? "NAME" : "NAME")"
        return [
            table.paragraph("problems.unknown-host-advice", then: "<code>/etc/whereismy/whereismy.conf</code>"),
            "<p><code>\(setting)</code></p>",
            table.paragraph("problems.unknown-host-names", then: "<code>sudo systemctl reload whereismyd</code>"),
            table.paragraph("problems.unknown-host-until"),
        ].joined(separator: "\n")
    }
}
