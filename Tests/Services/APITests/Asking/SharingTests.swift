import Access
import HTTPServer
import Location
import TestSupport
import Testing

@testable import API

@Suite struct SharingTests {
    private func share(_ site: TestSite, _ wish: String = "{}") throws -> String {
        let answer = site.askLocally("/v1/shares", .post, body: wish)
        #expect(answer.status == .created, "\(answer.text)")
        let text = answer.text
        let start = try #require(text.firstRange(of: "/share/")).lowerBound
        return String(text[start...].prefix { $0 != "\"" })
    }

    @Test("a link without its trailing slash redirects, and only reading is allowed")
    func withoutSlash() throws {
        let site = try TestSite()
        let (_, secret) = try site.keeper.addShare(ShareOptions())
        let path = "/share/\(secret.text)"
        #expect(site.ask(path).value("Location") == path + "/")
        let refused = site.ask(path, .post)
        #expect(refused.status == .methodNotAllowed)
        #expect(refused.value("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test("a link shows the page and the position, and nothing else of the owner's")
    func link() throws {
        let site = try TestSite()
        let path = try share(site)
        #expect(site.ask(path).status == .ok)
        let report = site.ask(path + "v1/report").text
        #expect(report.contains("\"latitude\":-37.80996889"))
        #expect(!report.contains("ttyUSB0"))
        #expect(site.ask(path + "v1/map").text.contains("\"share\":{"))
        for hidden in ["v1/verdicts", "v1/shares", "metrics", "v1/stats", "v1/status"] {
            #expect(site.ask(path + hidden).status == .notFound)
        }
    }

    @Test("without scripts there is a static page with the share's data alone")
    func still() throws {
        let site = try TestSite()
        let page = site.ask(try share(site) + "static").text
        #expect(page.contains("-37.809969"))
        #expect(!page.contains("ttyUSB0"))
        #expect(!site.ask(try share(site, #"{"precision":1000}"#) + "static").text.contains("-37.8099"))
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let home = try TestSite(zones: [try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))])
        let hidden = home.ask(try share(home) + "static").text
        #expect(hidden.contains("Home"))
        #expect(!hidden.contains("-37.8"))
    }

    @Test("a share names the nearest town if its position is exact, and own places never")
    func places() throws {
        var report = TestSite.live
        report.place = NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        report.near = NearbyPlace(name: "My boat", distance: 300, bearing: 1)
        report.inside = ["My garden"]
        let site = try TestSite(report: report, hasHistory: true)
        for (wish, shows) in [("{}", true), (#"{"precision":1000}"#, false), (#"{"delay":600}"#, false)] {
            let path = try share(site, wish)
            let (told, page) = (site.ask(path + "v1/report").text, site.ask(path + "static").text)
            #expect(told.contains(#""place":{"name":"Melbourne""#) == shows && page.contains("Melbourne") == shows)
            for text in [told, page] { #expect(!text.contains("My ") && !text.contains("\"near\"")) }
        }
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let home = try TestSite(
            zones: [try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))], report: report)
        let hidden = try share(home)
        #expect(!(home.ask(hidden + "v1/report").text + home.ask(hidden + "static").text).contains("Melbourne"))
        #expect(home.askLocally("/v1/report").text.contains("Melbourne"))
    }

    @Test("a rounded share states its precision")
    func rounded() throws {
        let site = try TestSite()
        let report = site.ask(try share(site, #"{"precision":1000}"#) + "v1/report").text
        #expect(!report.contains("-37.80996"))
        #expect(report.contains("\"latitude\""))
        let radius = try #require(report.firstRange(of: "\"horizontalAccuracy\":")).upperBound
        #expect(Double(report[radius...].prefix { $0.isNumber || $0 == "." }) ?? 0 > 500)
    }

    @Test("without a listener no link is created")
    func noListener() throws {
        let site = try TestSite(address: nil)
        let answer = site.askLocally("/v1/shares", .post, body: "{}")
        #expect(answer.status == .conflict)
        #expect(answer.text.contains("listen in [http]"))
        #expect(site.keeper.store.shares.isEmpty)
    }

    @Test("an unknown, an expired and a revoked share give the same response")
    func dead() throws {
        let site = try TestSite()
        let ended = try share(site, #"{"for":"1h"}"#)
        let revoked = try share(site, #"{"for":"1d"}"#)
        let id = try #require(site.keeper.store.shares.last?.id)
        #expect(site.askLocally("/v1/shares/\(id)", .delete).status == .noContent)
        site.clock.advance(by: .seconds(3601))
        let never = site.ask("/share/abcdefghijklmnopqrstuvwxyz234567/")
        #expect(never.status == .gone)
        #expect(never.text.lowercased().contains("expired"))
        for path in [ended, revoked, ended + "v1/report", "/share/x", "/share/", revoked + "v1/events"] {
            let answer = site.ask(path)
            #expect(answer.status == never.status)
            #expect(answer.text == never.text)
            #expect(answer.headers == never.headers)
        }
    }

    @Test("inside a privacy zone a share shows its name without coordinates, and the owner sees the position")
    func zone() throws {
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let zone = try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))
        let site = try TestSite(zones: [zone])
        let shared = site.ask(try share(site) + "v1/report").text
        #expect(shared.contains("\"zone\":\"Home\""))
        #expect(!shared.contains("latitude"))
        #expect(site.askLocally("/v1/report").text.contains("-37.80996889"))
    }

    @Test(
        "an invalid request is rejected with the reason",
        arguments: [
            (#"{"for":"soon"}"#, "for:"), (#"{"for":"2h","until":"2030-01-01T00:00:00Z"}"#, "go together"),
            (#"{"until":"2001-01-01T00:00:00Z"}"#, "over"), (#"{"precision":0}"#, "precision"), ("[1]", "JSON"),
            (#"{"delay":60}"#, "history"), (#"{"delay":-1}"#, "delay"),
        ])
    func nonsense(_ wish: String, _ words: String) throws {
        let answer = try TestSite().askLocally("/v1/shares", .post, body: wish)
        #expect(answer.status.rawValue / 100 == 4)
        #expect(answer.text.contains(words), "\(answer.text)")
    }
}
