import Access
import HTTPServer
import Location
import QRCode
import TestSupport
import Testing

@testable import API

@Suite struct ShareRouterTests {
    private func share(_ server: TestServer, _ body: String = "{}") throws -> String {
        let response = server.sendLocally("/v1/shares", .post, body: body)
        #expect(response.status == .created, "\(response.text)")
        let text = response.text
        let start = try #require(text.firstRange(of: "/share/")).lowerBound
        return String(text[start...].prefix { $0 != "\"" })
    }

    @Test("a link without its trailing slash redirects, and only reading is allowed")
    func withoutSlash() throws {
        let server = try TestServer()
        let (_, secret) = try server.controller.addShare(ShareOptions())
        let path = "/share/\(secret.text)"
        #expect(server.send(path).value("Location") == path + "/")
        let rejected = server.send(path, .post)
        #expect(rejected.status == .methodNotAllowed)
        #expect(rejected.value("Allow") == "GET, HEAD, OPTIONS")
        #expect(server.send("/share/abcdefghijklmnopqrstuvwxyz234567/v1/report", .delete).status == .methodNotAllowed)
    }

    @Test("a link shows the page and the position, and nothing else of the owner's")
    func link() throws {
        let server = try TestServer()
        let path = try share(server)
        #expect(server.send(path).status == .ok)
        let report = server.send(path + "v1/report").text
        #expect(report.contains("\"latitude\":-37.80996889"))
        #expect(!report.contains("ttyUSB0"))
        #expect(server.send(path + "v1/map").text.contains("\"share\":{"))
        #expect(server.send(path + "v1/map").text.contains("\"track\":false"))
        #expect(!server.send(path + "v1/map").text.contains("utcOffset"))
        for hidden in ["v1/verdicts", "v1/shares", "metrics", "v1/stats", "v1/status"] {
            #expect(server.send(path + hidden).status == .notFound)
        }
    }

    @Test("the title reaches the holders of a link, and the note only its owner")
    func note() throws {
        let server = try TestServer()
        let path = try share(server, #"{"label":"Our van","note":"for Ada"}"#)
        let shown = ["", "static", "v1/report", "v1/map", "qr.svg"].map { server.send(path + $0).text }.joined()
        #expect(shown.contains(#""label":"Our van""#))
        #expect(!shown.contains("Ada") && !shown.contains(#""note""#))
        #expect(server.sendLocally("/v1/shares").text.contains(#""label":"Our van","note":"for Ada""#))
    }

    @Test("a link has its QR code as an image, which is not kept")
    func code() throws {
        let server = try TestServer()
        let link = try share(server)
        let response = server.send(link + "qr.svg")
        #expect(response.value("Content-Type") == "image/svg+xml" && response.value("Cache-Control") == "no-store")
        #expect(response.text == (try QRCode("http://box.local:8947" + link).svg))
        #expect(server.send("/share/abcdefghijklmnopqrstuvwxyz234567/qr.svg").status == .gone)
    }

    @Test("without scripts there is a static page with the share's data alone")
    func still() throws {
        let server = try TestServer()
        let page = server.send(try share(server) + "static").text
        #expect(page.contains("-37.809969"))
        #expect(!page.contains("ttyUSB0"))
        #expect(!server.send(try share(server, #"{"precision":1000}"#) + "static").text.contains("-37.8099"))
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let home = try TestServer(zones: [try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))])
        let hidden = home.send(try share(home) + "static").text
        #expect(hidden.contains("Home"))
        #expect(!hidden.contains("-37.8"))
    }

    @Test("a share names the nearest town if its position is exact, and own places never")
    func places() throws {
        var report = TestServer.live
        report.place = NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        report.near = NearbyPlace(name: "My boat", distance: 300, bearing: 1)
        report.inside = ["My garden"]
        let server = try TestServer(report: report, hasHistory: true)
        for (body, shows) in [("{}", true), (#"{"precision":1000}"#, false), (#"{"delay":600}"#, false)] {
            let path = try share(server, body)
            let (recorded, page) = (server.send(path + "v1/report").text, server.send(path + "static").text)
            #expect(recorded.contains(#""place":{"name":"Melbourne""#) == shows && page.contains("Melbourne") == shows)
            for text in [recorded, page] { #expect(!text.contains("My ") && !text.contains("\"near\"")) }
        }
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let home = try TestServer(
            zones: [try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))], report: report)
        let hidden = try share(home)
        #expect(!(home.send(hidden + "v1/report").text + home.send(hidden + "static").text).contains("Melbourne"))
        #expect(home.sendLocally("/v1/report").text.contains("Melbourne"))
    }

    @Test("a rounded share states its precision")
    func rounded() throws {
        let server = try TestServer()
        let report = server.send(try share(server, #"{"precision":1000}"#) + "v1/report").text
        #expect(!report.contains("-37.80996"))
        #expect(report.contains("\"latitude\""))
        let radius = try #require(report.firstRange(of: "\"horizontalAccuracy\":")).upperBound
        #expect(Double(report[radius...].prefix { $0.isNumber || $0 == "." }) ?? 0 > 500)
    }

    @Test("without a listener no link is created")
    func noListener() throws {
        let server = try TestServer(address: nil)
        let response = server.sendLocally("/v1/shares", .post, body: "{}")
        #expect(response.status == .conflict)
        #expect(response.text.contains("listen in [http]"))
        #expect(server.controller.store.shares.isEmpty)
    }

    @Test("an unknown, an expired and a revoked share give the same response")
    func dead() throws {
        let server = try TestServer()
        let ended = try share(server, #"{"for":"1h"}"#)
        let revoked = try share(server, #"{"for":"1d"}"#)
        let id = try #require(server.controller.store.shares.last?.id)
        #expect(server.sendLocally("/v1/shares/\(id)", .delete).status == .noContent)
        server.clock.advance(by: .seconds(3601))
        let never = server.send("/share/abcdefghijklmnopqrstuvwxyz234567/")
        #expect(never.status == .gone)
        #expect(never.text.lowercased().contains("expired"))
        for path in [ended, revoked, ended + "v1/report", "/share/x", "/share/", revoked + "v1/events"] {
            let response = server.send(path)
            #expect(response.status == never.status)
            #expect(response.text == never.text)
            #expect(response.headers == never.headers)
        }
    }

    @Test("inside a privacy zone a share shows its name without coordinates, and the owner sees the position")
    func zone() throws {
        let centre = try #require(Coordinate(latitude: -37.81, longitude: 144.963))
        let zone = try #require(PrivacyZone(name: "Home", centre: centre, radius: 300))
        let server = try TestServer(zones: [zone])
        let shared = server.send(try share(server) + "v1/report").text
        #expect(shared.contains("\"zone\":\"Home\""))
        #expect(!shared.contains("latitude"))
        #expect(server.sendLocally("/v1/report").text.contains("-37.80996889"))
    }

    @Test(
        "an invalid request is rejected with the reason",
        arguments: [
            (#"{"for":"soon"}"#, "for:"), (#"{"for":"2h","until":"2030-01-01T00:00:00Z"}"#, "cannot be combined"),
            (#"{"until":"2001-01-01T00:00:00Z"}"#, "in the past"), (#"{"precision":0}"#, "precision"), ("[1]", "JSON"),
            (#"{"delay":60}"#, "history"), (#"{"delay":-1}"#, "delay"),
        ])
    func nonsense(_ body: String, _ text: String) throws {
        let response = try TestServer().sendLocally("/v1/shares", .post, body: body)
        #expect(response.status.rawValue / 100 == 4)
        #expect(response.text.contains(text), "\(response.text)")
    }
}
