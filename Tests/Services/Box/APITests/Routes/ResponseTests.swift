import Access
import Basics
import HTTPServer
import Location
import TestSupport
import Testing

@testable import API

@Suite struct ResponseTests {
    @Test("a report has an entity tag and is sent to a client once until it changes")
    func tag() throws {
        let server = try TestServer()
        let first = server.send("/v1/report", .get, headers: try server.bearer())
        let tag = try #require(first.value("ETag"))
        let again = server.send("/v1/report", .get, headers: try server.bearer() + [HTTPField("If-None-Match", tag)])
        #expect(again.status == .notModified)
        #expect(again.text.isEmpty)
        server.feed.enqueue(TestServer.live, at: server.clock.now.uptime)
        _ = server.feed.publishPending(at: server.clock.now.uptime)
        #expect(
            server.send("/v1/report", .get, headers: try server.bearer() + [HTTPField("If-None-Match", tag)]).status
                == .ok)
    }

    @Test("an unsupported method is rejected with the supported ones")
    func method() throws {
        let response = try TestServer().sendLocally("/v1/report", .post)
        #expect(response.status == .methodNotAllowed)
        #expect(response.value("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test(
        "unknown query parameters are rejected by name",
        arguments: [
            ("/v1/report", "x", "1", "unknown argument"), ("/v1/verdicts", "last", "0", "above 0"),
            ("/v1/verdicts", "since", "soon", "not a time"), ("/v1/verdicts", "rejected", "maybe", "yes or no"),
        ])
    func parameters(path: String, name: String, value: String, text: String) throws {
        let server = try TestServer()
        let response = server.send(path, .get, headers: try server.bearer(), query: [HTTPField(name, value)])
        #expect(response.status == .badRequest)
        #expect(response.text.contains(text))
    }

    @Test(
        "every response has the security headers",
        arguments: ["/", "/v1/report", "/nix", "/%zz"])
    func headers(_ path: String) throws {
        let response = try TestServer().send(path)
        #expect(response.value("X-Content-Type-Options") == "nosniff")
        #expect(response.value("Referrer-Policy") == "strict-origin-when-cross-origin")
        let policy = try #require(response.value("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(response.value("Access-Control-Allow-Origin") == nil)
    }

    @Test("a page may load map tiles from their origin and nothing else from elsewhere")
    func policy() throws {
        let policy = try TestServer(access: .open).send("/").value("Content-Security-Policy")
        #expect(policy?.contains("img-src 'self' data: https://tiles.example;") == true)
        #expect(policy?.contains("script-src 'self';") == true)
    }

    @Test("scripts are compressed for clients that accept it, and sent once")
    func packed() throws {
        let server = try TestServer()
        let plain = server.send("/assets/live.css")
        let packed = server.send("/assets/live.css", .get, headers: [HTTPField("Accept-Encoding", "br, gzip")])
        #expect(plain.value("Content-Encoding") == nil)
        #expect(packed.value("Content-Encoding") == "gzip")
        #expect(packed.value("Vary") == "Accept-Encoding")
        let tag = try #require(plain.value("ETag"))
        #expect(
            server.send("/assets/live.css", .get, headers: [HTTPField("If-None-Match", tag)]).status == .notModified)
    }

    @Test("the modules of the script are served, on a share too", arguments: ["live/main.js", "live/model/units.js"])
    func modules(_ path: String) throws {
        let server = try TestServer()
        let (_, secret) = try server.controller.addShare(ShareOptions())
        for prefix in ["", "/share/\(secret.text)"] {
            let response = server.send("\(prefix)/assets/\(path)")
            #expect(response.status == .ok)
            #expect(response.value("Content-Type") == "text/javascript; charset=utf-8")
            let tag = try #require(response.value("ETag"))
            let again = server.send("\(prefix)/assets/\(path)", .get, headers: [HTTPField("If-None-Match", tag)])
            #expect(again.status == .notModified)
        }
    }

    @Test(
        "no path leads out of the served files",
        arguments: [
            "/assets/../access.json", "/assets/%2e%2e/access.json", "/assets/access.json", "/assets/live.html",
            "/assets/leaflet/../../etc/passwd", "/assets//etc/passwd", "/assets/leaflet/leaflet.js%00.png",
            "/assets/live/", "/assets/live/..%2Flive.css", "/assets/live/model/../main.js",
            "/assets/live/model/main.js",
        ])
    func traversal(_ path: String) throws {
        let status = try TestServer().send(path).status
        #expect(status == .notFound || status == .badRequest)
    }

    @Test("health is good for a current position and states the reason otherwise")
    func health() throws {
        #expect(try TestServer().sendLocally("/v1/health").status == .ok)
        var stale = TestServer.live
        stale.state = .stale
        let response = try TestServer(report: stale).sendLocally("/v1/health")
        #expect(response.status == .serviceUnavailable)
        #expect(response.text.contains("\"code\":\"stale\""))
    }
}
