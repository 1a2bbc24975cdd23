import HTTPServer
import Location
import Places
import PlacesFiles
import TestSupport
import Testing

@testable import API

struct OwnPlaceRoutesTests {
    private static let home =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[144.963,-37.81]},"#
        + #""properties":{"name":"Home","radius":100}}"#

    private func place(_ name: String) throws -> Place {
        let centre = try #require(Coordinate(latitude: 1, longitude: 2))
        let circle = try #require(PlaceCircle(centre: centre, radius: 50))
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: .circle(circle)))
    }

    @Test("a place is added, shown, listed, renamed and removed; each change is stored and reported")
    func life() throws {
        let server = try TestServer()
        let added = server.sendLocally("/v1/places/own", .post, body: Self.home)
        #expect(added.status == .created && added.text.contains(#""name":"Home","radius":100.0,"inside":false"#))
        #expect(try PlaceFile.read(server.directory.file("own-places.json")).places.map(\.name.text) == ["Home"])
        #expect(server.sendLocally("/v1/places").text.contains(#""name":"Home""#))
        let renamed = server.sendLocally("/v1/places/own/Home/name", .post, body: #"{"name":"Nana's house"}"#)
        #expect(renamed.status == .ok)
        #expect(server.sendLocally("/v1/places/own/Nana%27s%20house").status == .ok)
        #expect(server.sendLocally("/v1/places/own/Home").status == .notFound)
        #expect(server.sendLocally("/v1/places/own/Nana%27s%20house", .delete).status == .noContent)
        #expect(try PlaceFile.read(server.directory.file("own-places.json")).count == 0)
        #expect(server.recorded.places.map { $0.map(\.name.text) } == [["Home"], ["Nana's house"], []])
    }

    @Test("a used name is rejected unless it is to be replaced")
    func taken() throws {
        let server = try TestServer()
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        let again = server.sendLocally("/v1/places/own", .post, body: Self.home)
        #expect(again.status == .conflict && again.text.contains(#""code":"taken""#))
        let wider = Self.home.replacing("100", with: "250")
        let query = [HTTPField("replace", "yes")]
        #expect(server.sendLocally("/v1/places/own", .post, query: query, body: wider).status == .created)
        #expect(server.sendLocally("/v1/places/own/Home").text.contains(#""radius":250.0"#))
    }

    @Test("an import adds all places or none")
    func together() throws {
        let server = try TestServer()
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        let boat = Self.home.replacing("Home", with: "Boat")
        let both = #"{"type":"FeatureCollection","features":[\#(boat),\#(Self.home)]}"#
        #expect(server.sendLocally("/v1/places/import", .post, body: both).status == .conflict)
        #expect(server.places.places.map(\.name.text) == ["Home"])
        let query = [HTTPField("replace", "yes")]
        let response = server.sendLocally("/v1/places/import", .post, query: query, body: both)
        #expect(response.text == "{\"added\":1,\"replaced\":1}\n")
        let faulty = both.replacing("-37.81", with: "-137.81")
        #expect(server.sendLocally("/v1/places/import", .post, query: query, body: faulty).status == .badRequest)
    }

    @Test(
        "an invalid place is rejected with the fix",
        arguments: [
            "", "{}", "[]", #"{"type":"FeatureCollection","features":[]}"#,
            home.replacing("Home", with: "a/b"), home.replacing("Home", with: ".."), home.replacing("100", with: "-1"),
            home.replacing("Point", with: "Dot"),
        ])
    func rejected(body: String) throws {
        let server = try TestServer()
        let response = server.sendLocally("/v1/places/own", .post, body: body)
        #expect(response.status == .badRequest && response.text.contains(#""code":"bad-request""#))
        #expect(server.recorded.places.isEmpty)
    }

    @Test("configured places are marked and cannot be changed here")
    func configured() throws {
        let server = try TestServer(configured: [try place("Depot")])
        #expect(
            server.sendLocally("/v1/places").text.contains(
                #""name":"Depot","radius":50.0,"inside":false,"configured":true"#))
        for response in [
            server.sendLocally("/v1/places/own/Depot", .delete),
            server.sendLocally("/v1/places/own", .post, body: Self.home.replacing("Home", with: "Depot")),
            server.sendLocally("/v1/places/own/Depot/name", .post, body: #"{"name":"A"}"#),
        ] {
            #expect(response.status == .conflict && response.text.contains(#""code":"configured""#))
        }
    }

    @Test("the name of the anchor watch is reserved")
    func reserved() throws {
        let server = try TestServer()
        let response = server.sendLocally("/v1/places/own", .post, body: Self.home.replacing("Home", with: "anchor"))
        #expect(response.status == .badRequest && response.text.contains(#""code":"reserved""#))
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        #expect(
            server.sendLocally("/v1/places/own/Home/name", .post, body: #"{"name":"anchor"}"#).status == .badRequest)
    }

    @Test("a polygon that vanishes by rounding is rejected and does not harm others")
    func thin() throws {
        let server = try TestServer()
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        let thin =
            #"{"type":"Feature","properties":{"name":"Thin"},"geometry":{"type":"Polygon","coordinates":"#
            + "[[[0,0],[0.009,0],[0.0045,1.836e-8],[0,0]]]}}"
        #expect(server.sendLocally("/v1/places/own", .post, body: thin).status == .serviceUnavailable)
        #expect(try PlaceFile.read(server.directory.file("own-places.json")).places.map(\.name.text) == ["Home"])
    }

    @Test("places show which of them contain the position")
    func inside() throws {
        var report = TestServer.live
        report.inside = ["Home"]
        let server = try TestServer(report: report)
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        #expect(server.sendLocally("/v1/places/own/Home").text.contains(#""inside":true"#))
    }

    @Test("a token of scope read sees places and changes none")
    func readers() throws {
        let server = try TestServer()
        _ = server.sendLocally("/v1/places/own", .post, body: Self.home)
        let bearer = try server.bearer()
        #expect(server.send("/v1/places", .get, headers: bearer).status == .ok)
        #expect(server.send("/v1/places/own/Home", .get, headers: bearer).status == .ok)
        #expect(server.send("/v1/places/own/Home", .delete, headers: bearer).status == .forbidden)
        #expect(server.send("/v1/places/own", .post, headers: bearer, body: Self.home).status == .forbidden)
        #expect(server.send("/v1/places").status == .unauthorized)
        #expect(server.places.places.count == 1)
    }

    @Test("an unreadable file stays unchanged, and the reason is reported")
    func broken() throws {
        let server = try TestServer()
        try server.directory.write("own-places.json", Array("{".utf8))
        server.places.reconfigure(configured: [])
        let response = server.sendLocally("/v1/places/own", .post, body: Self.home)
        #expect(response.status == .serviceUnavailable && response.text.contains("own-places.json"))
        #expect(try server.directory.bytes("own-places.json") == Array("{".utf8))
    }
}
