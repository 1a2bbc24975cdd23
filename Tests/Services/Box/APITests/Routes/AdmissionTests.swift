import Access
import HTTPServer
import TestSupport
import Testing

@testable import API

@Suite struct AdmissionTests {
    private static let guarded = [
        "/v1/report", "/v1/events", "/v1/track", "/v1/verdicts", "/v1/health", "/v1/map", "/metrics", "/static",
        "/v1/shares", "/v1/tokens", "/tiles/1/0/0",
    ]

    @Test("without credentials every route explains how to gain access", arguments: guarded)
    func stranger(_ path: String) throws {
        let response = try TestServer().send(path)
        #expect(response.status == .unauthorized)
        #expect(response.value("WWW-Authenticate") == "Bearer realm=\"whereismy\"")
        #expect(response.value("Content-Type") == "application/problem+json")
        #expect(!response.text.contains("37.8"))
    }

    @Test("a browser without credentials gets a page without a position")
    func signInPage() throws {
        let response = try TestServer().send("/")
        #expect(response.status == .unauthorized)
        #expect(response.text.contains("whereismy open"))
        #expect(!response.text.contains("37.8"))
    }

    @Test("a used link gives a browser a page with the command for a new one, and a program the problem")
    func spentLink() throws {
        let (server, query) = (try TestServer(), [HTTPField("code", "spent")])
        let page = server.send("/sign-in", .get, headers: [HTTPField("Accept", "text/html,*/*;q=0.8")], query: query)
        #expect(page.status == .forbidden)
        #expect(page.value("Content-Type")?.hasPrefix("text/html") == true)
        #expect(page.text.contains("That link was used already or is older than five minutes. On the computer run:"))
        #expect(page.text.contains("<code>whereismy open --print</code>"))
        #expect(server.send("/sign-in", query: query).value("Content-Type") == "application/problem+json")
    }

    @Test("the page after sign-in names an existing icon, or browsers would request /favicon.ico")
    func iconOfWelcome() throws {
        let server = try TestServer()
        let code = try server.controller.issueSignInCode().code
        let page = server.send("/sign-in", query: [HTTPField("code", code.text)])
        #expect(page.status == .ok)
        #expect(page.text.contains("<link rel=\"icon\" type=\"image/svg+xml\" href=\"assets/icon.svg\">"))
        #expect(server.send("/assets/icon.svg").status == .ok)
    }

    @Test("a token of scope read reads and has no rights of the owner")
    func token() throws {
        let server = try TestServer()
        let bearer = try server.bearer()
        #expect(server.send("/v1/report", .get, headers: bearer).text.contains("\"latitude\":-37.80996889"))
        #expect(server.send("/metrics", .get, headers: bearer).status == .ok)
        #expect(server.send("/v1/shares", .get, headers: bearer).status == .forbidden)
        #expect(server.send("/v1/tokens", .get, headers: bearer).status == .forbidden)
    }

    @Test("a token of scope metrics sees no position")
    func metricsOnly() throws {
        let server = try TestServer()
        let bearer = try server.bearer([.metrics])
        #expect(server.send("/metrics", .get, headers: bearer).status == .ok)
        #expect(server.send("/v1/health", .get, headers: bearer).status == .ok)
        #expect(server.send("/v1/report", .get, headers: bearer).status == .forbidden)
        #expect(server.send("/", .get, headers: bearer).status == .forbidden)
    }

    @Test("a wrong token is rejected; after many of them a client waits, while a valid one still passes")
    func wrongToken() throws {
        let server = try TestServer()
        let wrong = [HTTPField("Authorization", "Bearer abcdefghijklmnopqrstuvwxyz234567")]
        let responses = (0..<12).map { _ in server.send("/v1/report", .get, headers: wrong) }
        #expect(responses.first?.status == .unauthorized)
        #expect(responses.last?.status == .tooManyRequests)
        #expect(responses.last?.value("Retry-After") != nil)
        #expect(server.send("/v1/report", .get, headers: try server.bearer()).status == .ok)
    }

    @Test("a browser signs in once by a link, has the owner's access, and signs out")
    func session() throws {
        let server = try TestServer()
        let (code, _) = try server.controller.issueSignInCode()
        let query = [HTTPField("code", code.text)]
        // A HEAD request must not use the code up.
        #expect(server.send("/sign-in", .head, query: query).status == .forbidden)
        let welcome = server.send("/sign-in", query: query)
        #expect(welcome.status == .ok)
        let given = try #require(welcome.value("Set-Cookie"))
        #expect(given.contains("HttpOnly") && given.contains("SameSite=Strict"))
        #expect(server.send("/sign-in", query: query).status == .forbidden)
        let cookie = [HTTPField("Cookie", String(given.prefix { $0 != ";" }))]
        #expect(server.send("/", .get, headers: cookie).status == .ok)
        #expect(server.send("/v1/shares", .get, headers: cookie).status == .ok)
        #expect(server.send("/v1/tokens", .get, headers: cookie).status == .forbidden)
        #expect(server.send("/sign-out", .post, headers: cookie).status == .noContent)
        #expect(server.send("/v1/report", .get, headers: cookie).status == .unauthorized)
    }

    @Test("revoking a token closes its streams and no others")
    func revoked() throws {
        let server = try TestServer()
        let streams = try [server.bearer(), server.bearer()].map { bearer in
            guard case .stream(let stream) = server.send("/v1/events", .get, headers: bearer).body else {
                throw NoStream()
            }
            stream.start {}
            return stream
        }
        try server.controller.revokeToken(named: "t0")
        let portions = streams.map { $0.read(atMost: 4096) }
        guard case .end = portions[0], case .bytes = portions[1] else {
            Issue.record("\(portions)")
            return
        }
    }

    @Test("an expired session closes its streams")
    func ended() throws {
        let server = try TestServer()
        let session = try #require(try server.controller.signIn(try server.controller.issueSignInCode().code.text))
        let cookie = HTTPField("Cookie", "\(SessionCookie.daemon.name)=\(session.text)")
        guard case .stream(let stream) = server.send("/v1/events", .get, headers: [cookie]).body else {
            throw NoStream()
        }
        stream.start {}
        server.clock.advance(by: .seconds(31 * 86_400))
        server.api.removeExpired()
        guard case .end = stream.read(atMost: 4096) else {
            Issue.record("the stream continues")
            return
        }
    }

    @Test("a prefetch does not use a code up", arguments: ["Sec-Purpose", "Purpose", "X-Moz"])
    func prefetch(_ name: String) throws {
        let server = try TestServer()
        let query = [HTTPField("code", try server.controller.issueSignInCode().code.text)]
        let guess = server.send("/sign-in", .get, headers: [HTTPField(name, "prefetch;prerender")], query: query)
        #expect(guess.status == .forbidden && guess.value("Set-Cookie") == nil)
        #expect(server.send("/sign-in", query: query).status == .ok)
    }

    private struct NoStream: Error {}

    @Test("a foreign page cannot change anything with the owner's cookie")
    func crossOrigin() throws {
        let server = try TestServer()
        let session = try #require(try server.controller.signIn(try server.controller.issueSignInCode().code.text))
        let cookie = HTTPField("Cookie", "\(SessionCookie.daemon.name)=\(session.text)")
        let type = HTTPField("Content-Type", "application/json")
        let evil = server.send(
            "/v1/shares", .post, headers: [cookie, type, HTTPField("Origin", "http://localhost:3000")], body: "{}")
        #expect(evil.status == .forbidden)
        let own = server.send(
            "/v1/shares", .post, headers: [cookie, type, HTTPField("Origin", "http://localhost:8947")], body: "{}")
        #expect(own.status == .created)
    }

    @Test(
        "an unknown host name is rejected with any credentials",
        arguments: ["evil.example", "localhost.evil.example", "", "box.local@evil.example"])
    func rebinding(_ host: String) throws {
        let server = try TestServer(access: .open)
        #expect(server.send("/v1/report", host: host).status == .misdirectedRequest)
        #expect(server.send("/v1/report", host: nil).status == .misdirectedRequest)
        #expect(server.send("/v1/report", host: "box.local:8947").status == .ok)
        // The cached host name grants nothing to others.
        #expect(server.send("/v1/report", host: host).status == .misdirectedRequest)
        #expect(server.send("/v1/report", host: nil).status == .misdirectedRequest)
    }

    @Test("open mode allows reading and sharing, but no managing of tokens")
    func open() throws {
        let server = try TestServer(access: .open)
        #expect(server.send("/v1/report").status == .ok)
        #expect(server.send("/v1/tokens").status == .forbidden)
        #expect(server.sendLocally("/v1/tokens").status == .ok)
    }
}
