import Access
import FleetStore
import HTTPServer
import PostgreSQL
import Testing

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct FleetAccessTests {
    @Test("who has no credentials gets the sign-in page, or 401")
    func visitor() throws {
        let fleet = try TestFleet()
        #expect(try fleet.bytes(.init("/"), as: .visitor).hasPrefix("401"))
        let devices = try fleet.send(.init("/v1/devices"), as: .visitor)
        #expect(devices.status == .unauthorized && devices.headers.contains { $0.name == "WWW-Authenticate" })
        #expect(try fleet.send(.init("/v1/health"), as: .visitor).status == .ok)
    }

    @Test("a link signs in once, and its session ends with the sign-out")
    func signIn() throws {
        let fleet = try TestFleet()
        let link = try fleet.administration().addSignInLink(for: "sam", at: fleet.now)
        let request = TestRequest("/sign-in?code=\(link.text)")
        // Neither a look at the link nor a prefetch uses it up.
        #expect(try fleet.send(.init("/sign-in?code=\(link.text)", method: "HEAD"), as: .visitor).status == .forbidden)
        let response = try fleet.send(request, as: .visitor)
        let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }?.value)
        #expect(response.status == .ok && cookie.contains("HttpOnly; SameSite=Lax"))
        #expect(try fleet.send(request, as: .visitor).status == .forbidden)
        let session = [HTTPField("Cookie", String(cookie.prefix { $0 != ";" }))]
        #expect(try fleet.send(.init("/v1/me"), as: .visitor, headers: session).status == .ok)
        let foreign = session + [HTTPField("Origin", "https://evil.example")]
        #expect(try fleet.send(.init("/sign-out", method: "POST"), as: .visitor, headers: foreign).status == .forbidden)
        #expect(try fleet.send(.init("/sign-out", method: "POST"), as: .visitor, headers: session).status == .noContent)
        #expect(try fleet.send(.init("/v1/me"), as: .visitor, headers: session).status == .unauthorized)
    }

    @Test("a proxy's header counts on the Unix socket alone, once, and for members alone")
    func proxy() throws {
        let fleet = try TestFleet()
        #expect(try fleet.bytes(.init("/v1/me"), as: .proxy).contains(#"{"name":"ada","isAdmin":false}"#))
        let header = [HTTPField("X-Remote-User", "ada")]
        #expect(try fleet.send(.init("/v1/me"), as: .visitor, headers: header).status == .unauthorized)
        #expect(try fleet.send(.init("/v1/me"), as: .proxy, headers: header).status == .badRequest)
        func status(_ name: String, isFromProxy: Bool) throws -> HTTPStatus {
            let headers = [HTTPField("x-remote-user", name)]
            return try fleet.respond(
                isFromProxy: isFromProxy, HTTPRequest(path: "/v1/me", headers: headers, origin: .local)
            ).status
        }
        #expect(try status("ada", isFromProxy: true) == .ok)
        #expect(try status("ada", isFromProxy: false) == .unauthorized)
        #expect(try status("nobody", isFromProxy: true) == .unauthorized)
    }

    @Test("a member has two long responses at a time, however many programs ask, and leaves some to others")
    func slowReader() throws {
        let fleet = try TestFleet()
        let administration = try fleet.administration()
        try administration.addMember("eve", isAdmin: true, at: fleet.now)
        let secret = try administration.addToken("slow", of: "eve", at: fleet.now)
        let eve = [HTTPField("Authorization", "Bearer \(secret.text)")]
        let request = TestRequest("/v1/devices/a-1/track")
        // They are held, and not read.
        var responses = try [TestFleet.Caller.member, .program].map { try fleet.send(request, as: $0) }
        #expect(responses.map(\.status) == [.ok, .ok])
        #expect(try fleet.send(request, as: .proxy).status == .serviceUnavailable)
        responses.append(try fleet.send(request, as: .visitor, headers: eve))
        #expect(responses.last?.status == .ok)
        responses.removeFirst()
        #expect(try fleet.send(request, as: .proxy).status == .ok)
    }

    @Test("a change by the proxy's member comes from the server's own pages")
    func proxiedChange() throws {
        let fleet = try TestFleet()
        let request = TestRequest("/v1/tokens", method: "POST", body: #"{"name":"x"}"#)
        let foreign = [HTTPField("Origin", "https://evil.example")]
        #expect(try fleet.send(request, as: .proxy, headers: foreign).status == .forbidden)
        let own = [HTTPField("Origin", "https://fleet.example")]
        #expect(try fleet.send(request, as: .proxy, headers: own).status == .created)
    }

    @Test("wrong secrets are limited for an address, and a valid one still passes")
    func failures() throws {
        let fleet = try TestFleet()
        let wrong = [HTTPField("Authorization", "Bearer abcdefghijklmnopqrstuvwxyz234567")]
        func status(_ target: String, as caller: TestFleet.Caller = .visitor, from address: String) throws -> HTTPStatus
        {
            let headers = caller == .visitor ? wrong : []
            return try fleet.send(.init(target), as: caller, headers: headers, from: address).status
        }
        #expect(try status("/v1/me", from: "192.0.2.7") == .unauthorized)
        // One attempt returns every 6 s, so that a slow machine needs some more.
        #expect(try (0..<100).contains { _ in try status("/v1/me", from: "192.0.2.7") == .tooManyRequests })
        #expect(try status("/v1/me", as: .program, from: "192.0.2.7") == .ok)
        let link = "/s/abcdefghijklmnopqrstuvwxyz234567/"
        #expect(try (0..<9).contains { _ in try status(link, from: "192.0.2.7") == .tooManyRequests })
        #expect(try status("/v1/me", from: "192.0.2.8") == .unauthorized)
    }

    @Test("a foreign host name is rejected")
    func host() throws {
        let fleet = try TestFleet()
        let request = HTTPRequest(
            path: "/v1/health", headers: [HTTPField("Host", "evil.example")], origin: .network(address: "192.0.2.7"))
        #expect(try fleet.respond(request).status == .misdirectedRequest)
    }

    @Test("a member's program sees what the member sees, but manages nothing")
    func program() throws {
        let fleet = try TestFleet()
        let devices = try ["/v1/devices", "/v1/teams"].map { try fleet.bytes(.init($0), as: .program) }
        #expect(devices == (try ["/v1/devices", "/v1/teams"].map { try fleet.bytes(.init($0), as: .member) }))
        #expect(try fleet.send(.init("/v1/tokens"), as: .program).status == .forbidden)
        #expect(try fleet.send(.init("/v1/shares"), as: .program).status == .forbidden)
        #expect(try fleet.send(.init("/metrics"), as: .program).status == .forbidden)
    }

    @Test("a member makes a token with a role, which lists and the token itself show")
    func tokenWithRole() throws {
        let fleet = try TestFleet()
        let made = try fleet.bytesUnmasked(
            .init("/v1/tokens", method: "POST", body: #"{"name":"clock","role":"last"}"#), as: .member)
        #expect(made.contains(#""role":"last""#))
        #expect(try fleet.bytes(.init("/v1/tokens"), as: .member).contains(#"{"name":"clock","role":"last","#))
        let secret = try #require(made.firstMatch(of: /"token":"([a-z2-7]{32})"/)).1
        let bearer = [HTTPField("Authorization", "Bearer \(secret)")]
        let teams = try fleet.bytes(.init("/v1/teams"), as: .visitor, headers: bearer)
        #expect(teams.contains(#"{"name":"a","role":"last"}"#))
        #expect(try fleet.send(.init("/v1/devices/a-1/track"), as: .visitor, headers: bearer).status == .forbidden)
        #expect(try fleet.send(.init("/v1/devices/a-1"), as: .visitor, headers: bearer).status == .ok)
        let wrong = TestRequest("/v1/tokens", method: "POST", body: #"{"name":"x","role":"owner"}"#)
        #expect(try fleet.send(wrong, as: .member).status == .badRequest)
    }

    @Test("a token that a member makes works until it is revoked, which ends its streams")
    func tokens() throws {
        let fleet = try TestFleet()
        let made = try fleet.bytesUnmasked(
            .init("/v1/tokens", method: "POST", body: #"{"name":"logger"}"#), as: .member)
        let secret = try #require(made.firstMatch(of: /"token":"([a-z2-7]{32})"/)).1
        #expect(
            try fleet.send(.init("/v1/tokens", method: "POST", body: #"{"name":"logger"}"#), as: .member).status
                == .conflict)
        let bearer = [HTTPField("Authorization", "Bearer \(secret)")]
        let opened = try fleet.send(.init("/v1/events"), as: .visitor, headers: bearer)
        guard case .stream(let stream) = opened.body else { throw TestFailureError() }
        let events = try EventReader(stream)
        #expect(try events.event().hasPrefix("event: devices"))
        #expect(try fleet.send(.init("/v1/tokens/logger", method: "DELETE"), as: .member).status == .noContent)
        #expect(try fleet.send(.init("/v1/me"), as: .visitor, headers: bearer).status == .unauthorized)
        #expect(throws: TestFailureError.self) { while true { _ = try events.event() } }
    }
}
