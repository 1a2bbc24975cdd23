import Access
import HTTPServer
import TestSupport
import Testing

@testable import API

struct SessionRoutesTests {
    private static let phone = HTTPField("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1")

    /// Signs a browser in, and returns its cookie with attributes.
    private func signIn(
        _ server: TestServer, name: String? = nil, headers: [HTTPField] = [Self.phone]
    ) throws -> String {
        let code = try server.controller.issueSignInCode(named: name).code
        let response = server.send("/sign-in", headers: headers, query: [HTTPField("code", code.text)])
        return try #require(response.value("Set-Cookie"))
    }

    @Test("sessions are listed by the name of the link or of the browser, without secrets, and end at once")
    func listed() throws {
        let server = try TestServer()
        let cookies = try [signIn(server, name: "mate"), signIn(server)].map { String($0.prefix { $0 != ";" }) }
        let list = server.sendLocally("/v1/sessions").text
        #expect(list.hasPrefix("{\"sessions\":[{\"name\":\"mate\",\"created\":\"") && list.hasSuffix("\"}]}\n"))
        #expect(list.contains("{\"name\":\"iphone-safari\",\"created\":\""))
        for cookie in cookies { #expect(!list.contains(cookie.dropFirst(SessionCookie.daemon.name.count + 1))) }
        #expect(server.sendLocally("/v1/sessions/mate", .delete).status == .noContent)
        let states = cookies.map { server.send("/v1/report", headers: [HTTPField("Cookie", $0)]).status }
        #expect(states == [.unauthorized, .ok])
        let again = server.sendLocally("/v1/sessions/mate", .delete)
        #expect(again.status == .notFound && again.text.contains("known are iphone-safari"))
    }

    @Test("only the Unix socket lists and ends sessions")
    func local() throws {
        let server = try TestServer()
        let cookie = HTTPField("Cookie", String(try signIn(server).prefix { $0 != ";" }))
        #expect(server.send("/v1/sessions", headers: [cookie]).status == .forbidden)
        #expect(server.send("/v1/sessions/iphone-safari", .delete, headers: [cookie]).status == .forbidden)
        #expect(server.send("/v1/sessions", headers: try server.bearer()).status == .forbidden)
        #expect(server.send("/v1/sessions").status == .unauthorized)
    }

    @Test("a link names its session; an invalid name makes no link")
    func link() throws {
        let server = try TestServer()
        #expect(server.sendLocally("/v1/sign-in-links", .post, body: #"{"name":"phone"}"#).status == .created)
        #expect(server.sendLocally("/v1/sign-in-links", .post).status == .created)
        let invalid = server.sendLocally("/v1/sign-in-links", .post, body: #"{"name":"my phone"}"#)
        #expect(invalid.status == .badRequest && invalid.text.contains("invalid session name"))
    }

    @Test("a cookie is secure behind a proxy of this machine that serves HTTPS, and otherwise not")
    func secure() throws {
        let server = try TestServer()
        let https = HTTPField("X-Forwarded-Proto", "https")
        for (address, header, isSecure) in [
            ("127.0.0.1", https, true), ("::1", https, true), ("192.0.2.7", https, false),
            ("127.0.0.1", HTTPField("X-Forwarded-Proto", "http"), false),
        ] {
            let code = try server.controller.issueSignInCode().code
            let response = server.api.respond(
                to: HTTPRequest(
                    path: "/sign-in", query: [HTTPField("code", code.text)],
                    headers: [HTTPField("Host", "localhost"), header], origin: .network(address: address)))
            #expect(response.value("Set-Cookie")?.hasSuffix("; Secure") == isSecure, "\(address)")
        }
    }
}
