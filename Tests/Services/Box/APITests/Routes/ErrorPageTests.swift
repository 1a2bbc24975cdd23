import Access
import HTTPServer
import Pages
import TestSupport
import Testing
import Web

@testable import API

struct ErrorPageTests {
    /// What Firefox sends when a person opens an address.
    private static let browser = HTTPField(
        "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")

    @Test("a browser with a foreign name gets a page with the setting, a program the problem")
    func unknownHost() throws {
        let server = try TestServer()
        let page = server.send("/", headers: [Self.browser], host: "RaspberryPi.local:8947")
        #expect(page.status == .misdirectedRequest)
        #expect(page.value("Content-Type") == "text/html; charset=utf-8")
        #expect(page.text.contains("<code>names = raspberrypi.local</code>"))
        // No file is served under a foreign name.
        #expect(!page.text.contains("/assets/"))
        let stranger = server.send("/", headers: [Self.browser], host: "rebinding.example.com")
        #expect(stranger.text.contains("<code>names = NAME</code>") && !stranger.text.contains("rebinding"))
        let problem = server.send("/", host: "raspberrypi.local")
        #expect(problem.value("Content-Type") == "application/problem+json")
        #expect(problem.text.contains("\"code\":\"unknown-host\""))
    }

    @Test("nothing of a host that is no name is in the page", arguments: ["<script>alert(1)</script>", "a b", ""])
    func hostile(host: String) throws {
        let page = try TestServer().send("/", headers: [Self.browser], host: host)
        #expect(page.status == .misdirectedRequest)
        #expect(page.text.contains("<code>names = NAME</code>") && !page.text.contains("<script"))
    }

    @Test("a wrong path gives a browser a page with the way to the live page, and a script or a program the problem")
    func wrongPath() throws {
        let server = try TestServer()
        let page = server.send("/nothing/there", headers: [Self.browser])
        #expect(page.status == .notFound && page.text.contains("<a href=\"/\">") && !page.text.contains("there"))
        #expect(page.text.contains("<link rel=\"stylesheet\" href=\"../assets/message.css\">"))
        for accept in ["*/*", "application/json", "application/json, text/html;q=0.5", "image/webp,*/*"] {
            let response = server.send("/nothing", headers: [HTTPField("Accept", accept)])
            #expect(response.value("Content-Type") == "application/problem+json", "\(accept)")
        }
        let change = server.send("/nothing", .post, headers: [Self.browser])
        #expect(change.value("Content-Type") == "application/problem+json")
    }

    @Test("a browser without a session gets the way to sign in, and after too many failures to wait")
    func unauthorized() throws {
        let server = try TestServer()
        let page = server.send("/static", headers: [Self.browser])
        #expect(page.status == .unauthorized && page.text.contains("whereismy pair"))
        #expect(server.send("/static").value("Content-Type") == "application/problem+json")
        let problem = Problem(.tooManyRequests, code: "too-many-failures", detail: "wait")
        let request = HTTPRequest(
            method: .get, path: "/", query: [], headers: [Self.browser], body: [],
            origin: .network(address: "192.0.2.7"))
        let wait = ProblemPages.daemon(AssetLibrary(.builtIn)).response(to: request, problem)
        #expect(wait.status == .tooManyRequests && wait.value("Content-Type") == "text/html; charset=utf-8")
    }

    @Test(
        "the pages for visitors and of problems are in the language of the browser",
        arguments: [("de-AT,en;q=0.5", "de"), ("fr;q=0, pl", "pl"), ("cs", "en"), ("", "en")])
    func language(accepted: String, tag: String) throws {
        let server = try TestServer()
        let headers = [Self.browser, HTTPField("Accept-Language", accepted)]
        for path in ["/static", "/nothing", "/share/abcdefghijklmnopqrstuvwxyz234567/"] {
            let page = server.send(path, headers: headers)
            #expect(page.text.contains("<html lang=\"\(tag)\">"), "\(path)")
            #expect(!page.text.contains("{{") && !page.text.contains("<h1></h1>"))
        }
        let foreign = server.send("/", headers: headers, host: "other.local")
        #expect(foreign.text.contains("<html lang=\"\(tag)\">") && foreign.text.contains("names = other.local"))
    }

    @Test("a wrong path in a share does not lead to the owner's page")
    func sharePath() throws {
        let page = try TestServer().send("/share/abcdefghijklmnopqrstuvwxyz234567/x/y", headers: [Self.browser])
        #expect(!page.text.contains("href=\"/\""))
    }

    @Test("a dead share gives a browser a sentence, and a program the problem")
    func deadShare() throws {
        let server = try TestServer()
        let page = server.send("/share/abcdefghijklmnopqrstuvwxyz234567/", headers: [Self.browser])
        #expect(page.status == .gone && page.value("Content-Type") == "text/html; charset=utf-8")
        #expect(page.text.contains("<h1>This link has expired.</h1>"))
        #expect(page.text.contains("<p>Ask whoever sent it for a new one.</p>"))
        let problem = server.send("/share/abcdefghijklmnopqrstuvwxyz234567/v1/report")
        #expect(problem.status == .gone && problem.text.contains("\"code\":\"expired\""))
    }
}
