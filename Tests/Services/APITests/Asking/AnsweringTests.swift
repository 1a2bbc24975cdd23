import Access
import Basics
import HTTPServer
import Location
import TestSupport
import Testing

@testable import API

@Suite struct AnsweringTests {
    @Test("a report has a tag, and is not sent again to whoever has it, until there is a newer one")
    func tag() throws {
        let site = try TestSite()
        let first = site.ask("/v1/report", .get, try site.bearer())
        let tag = try #require(first.value("ETag"))
        let again = site.ask("/v1/report", .get, try site.bearer() + [HTTPField("If-None-Match", tag)])
        #expect(again.status == .notModified)
        #expect(again.text.isEmpty)
        site.feed.enqueue(TestSite.live)
        _ = site.feed.publishPending(at: site.clock.now.uptime)
        #expect(site.ask("/v1/report", .get, try site.bearer() + [HTTPField("If-None-Match", tag)]).status == .ok)
    }

    @Test("a method that is not possible is refused with those that are")
    func method() throws {
        let answer = try TestSite().askLocally("/v1/report", .post)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.value("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test(
        "arguments that mean nothing are refused by name",
        arguments: [
            ("/v1/report", "x", "1", "unknown argument"), ("/v1/verdicts", "last", "0", "above 0"),
            ("/v1/verdicts", "since", "soon", "not a time"), ("/v1/verdicts", "rejected", "maybe", "yes or no"),
        ])
    func arguments(_ path: String, _ name: String, _ value: String, _ words: String) throws {
        let site = try TestSite()
        let answer = site.ask(path, .get, try site.bearer(), query: [HTTPField(name, value)])
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains(words))
    }

    @Test(
        "every answer carries the headers that keep a browser in bounds",
        arguments: ["/", "/v1/report", "/nix", "/%zz"])
    func headers(_ path: String) throws {
        let answer = try TestSite().ask(path)
        #expect(answer.value("X-Content-Type-Options") == "nosniff")
        #expect(answer.value("Referrer-Policy") == "strict-origin-when-cross-origin")
        let policy = try #require(answer.value("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(answer.value("Access-Control-Allow-Origin") == nil)
    }

    @Test("a page may load the map's tiles from where they are, and nothing else from elsewhere")
    func policy() throws {
        let policy = try TestSite(access: .open).ask("/").value("Content-Security-Policy")
        #expect(policy?.contains("img-src 'self' data: https://tiles.example;") == true)
        #expect(policy?.contains("script-src 'self';") == true)
    }

    @Test("scripts are compressed for those who take it, and sent once")
    func packed() throws {
        let site = try TestSite()
        let plain = site.ask("/assets/live.css")
        let packed = site.ask("/assets/live.css", .get, [HTTPField("Accept-Encoding", "br, gzip")])
        #expect(plain.value("Content-Encoding") == nil)
        #expect(packed.value("Content-Encoding") == "gzip")
        #expect(packed.value("Vary") == "Accept-Encoding")
        let tag = try #require(plain.value("ETag"))
        #expect(site.ask("/assets/live.css", .get, [HTTPField("If-None-Match", tag)]).status == .notModified)
    }

    @Test("the modules of the script are served, on a share too", arguments: ["live/main.js", "live/model/units.js"])
    func modules(_ path: String) throws {
        let site = try TestSite()
        let (_, secret) = try site.keeper.addShare(ShareOptions())
        for prefix in ["", "/share/\(secret.text)"] {
            let answer = site.ask("\(prefix)/assets/\(path)")
            #expect(answer.status == .ok)
            #expect(answer.value("Content-Type") == "text/javascript; charset=utf-8")
            let tag = try #require(answer.value("ETag"))
            let again = site.ask("\(prefix)/assets/\(path)", .get, [HTTPField("If-None-Match", tag)])
            #expect(again.status == .notModified)
        }
    }

    @Test(
        "no name leads out of what is served",
        arguments: [
            "/assets/../access.json", "/assets/%2e%2e/access.json", "/assets/access.json", "/assets/live.html",
            "/assets/leaflet/../../etc/passwd", "/assets//etc/passwd", "/assets/leaflet/leaflet.js%00.png",
            "/assets/live/", "/assets/live/..%2Flive.css", "/assets/live/model/../main.js",
            "/assets/live/model/main.js",
        ])
    func traversal(_ path: String) throws {
        let status = try TestSite().ask(path).status
        #expect(status == .notFound || status == .badRequest)
    }

    @Test("health is well while the position is current, and says what is wrong else")
    func health() throws {
        #expect(try TestSite().askLocally("/v1/health").status == .ok)
        var stale = TestSite.live
        stale.state = .stale
        let answer = try TestSite(report: stale).askLocally("/v1/health")
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.text.contains("\"code\":\"stale\""))
    }
}
