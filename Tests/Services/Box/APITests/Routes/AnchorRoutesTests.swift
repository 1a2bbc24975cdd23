import HTTPServer
import Location
import Places
import TestSupport
import Testing

@testable import API

struct AnchorRoutesTests {
    @Test("an anchor watch is set at the current position, reported and ended")
    func life() throws {
        let server = try TestServer()
        #expect(server.sendLocally("/v1/anchor").status == .noContent)
        let set = server.sendLocally("/v1/anchor", .post, body: "{}")
        #expect(set.status == .created)
        #expect(
            set.text == #"{"latitude":-37.80996889,"longitude":144.96326388,"radius":40.0,"#
                + #""set":"2026-01-01T00:00:00.000Z","dragging":false,"since":"2026-01-01T00:00:00.000Z","#
                + #""lost":false,"distance":0.0}"# + "\n")
        #expect(server.sendLocally("/v1/anchor").text == set.text)
        #expect(AnchorRepository(file: server.directory.file("anchor.json")) { _ in }.watch?.circle.radius == 40)
        #expect(server.sendLocally("/v1/anchor", .delete).status == .noContent)
        #expect(server.sendLocally("/v1/anchor", .delete).status == .notFound)
        #expect(server.recorded.watches.map { $0?.circle.radius } == [40, nil])
        #expect(AnchorRepository(file: server.directory.file("anchor.json")) { _ in }.watch == nil)
    }

    @Test("a watch is replaced only on request")
    func replacing() throws {
        let server = try TestServer()
        #expect(server.sendLocally("/v1/anchor", .post, body: "{}").status == .created)
        let again = #"{"latitude":1,"longitude":2}"#
        let refused = server.sendLocally("/v1/anchor", .post, body: again)
        #expect(refused.status == .conflict && refused.text.contains(#""code":"anchor-set""#))
        #expect(server.recorded.watches.count == 1 && server.anchor.watch?.circle.centre.latitude != 1)
        let query = [HTTPField("replace", "yes")]
        #expect(server.sendLocally("/v1/anchor", .post, query: query, body: again).status == .created)
        #expect(server.anchor.watch?.circle.centre.latitude == 1)
    }

    @Test("a condition protects a watch that another program has set meanwhile")
    func condition() throws {
        let server = try TestServer()
        #expect(server.sendLocally("/v1/anchor", .post, body: "{}").status == .created)
        let body = #"{"latitude":1,"longitude":2}"#
        let other = HTTPField("set", "2025-12-31T23:59:59.000Z")
        let replaced = server.sendLocally(
            "/v1/anchor", .post, query: [HTTPField("replace", "yes"), other], body: body)
        let ended = server.sendLocally("/v1/anchor", .delete, query: [other])
        for refused in [replaced, ended] {
            #expect(refused.status == .conflict && refused.text.contains(#""code":"anchor-changed""#))
        }
        #expect(server.recorded.watches.count == 1)
        let seen = HTTPField("set", "2026-01-01T00:00:00.000Z")
        let query = [HTTPField("replace", "yes"), seen]
        #expect(server.sendLocally("/v1/anchor", .post, query: query, body: body).status == .created)
        #expect(server.sendLocally("/v1/anchor", .delete, query: [seen]).status == .noContent)
        #expect(server.sendLocally("/v1/anchor", .delete, query: [seen]).status == .notFound)
    }

    @Test("the anchor lies at a bearing and a distance from the position", arguments: [0, 90, 210, 300])
    func offset(bearing: Int) throws {
        let server = try TestServer()
        let set = server.sendLocally("/v1/anchor", .post, body: #"{"bearing":\#(bearing),"distance":25}"#)
        #expect(set.text.contains(#""distance":25.0,"bearing":\#(bearing).0}"#), "\(set.text)")
    }

    @Test("without a current position the anchor's position is required")
    func blind() throws {
        var report = TestServer.live
        report.state = .stale
        let server = try TestServer(report: report)
        #expect(server.sendLocally("/v1/anchor", .post, body: "{}").text.contains(#""code":"no-fix""#))
        let there = server.sendLocally("/v1/anchor", .post, body: #"{"latitude":1,"longitude":2,"radius":25}"#)
        #expect(there.status == .created && !there.text.contains("distance"))
    }

    @Test(
        "invalid requests are rejected",
        arguments: [
            #"{"radius":0}"#, #"{"radius":1e9}"#, #"{"latitude":1}"#, #"{"latitude":91,"longitude":1}"#, "[]", "",
            #"{"bearing":1}"#, #"{"distance":1}"#, #"{"bearing":361,"distance":1}"#, #"{"bearing":1,"distance":1001}"#,
            #"{"bearing":1,"distance":-1}"#,
        ])
    func rejected(body: String) throws {
        let server = try TestServer()
        #expect(server.sendLocally("/v1/anchor", .post, body: body).status == .badRequest)
        #expect(server.recorded.watches.isEmpty)
    }

    @Test("changes of a watch are stored, but not those of an ended one")
    func notes() throws {
        let server = try TestServer()
        _ = server.sendLocally("/v1/anchor", .post, body: #"{"latitude":1,"longitude":2}"#)
        let watch = try #require(server.anchor.watch)
        let dragging = try #require(AnchorWatch(watch.circle, set: watch.set, isDragging: true))
        try server.anchor.update(dragging)
        #expect(server.sendLocally("/v1/anchor").text.contains(#""dragging":true"#))
        _ = server.sendLocally("/v1/anchor", .delete)
        try server.anchor.update(dragging)
        #expect(server.anchor.watch == nil)
    }

    @Test("an invalid file is reported and does not prevent a new watch")
    func broken() throws {
        let directory = try ScratchDirectory()
        try directory.write("anchor.json", Array("{".utf8))
        let controller = AnchorRepository(file: directory.file("anchor.json")) { _ in }
        #expect(controller.watch == nil && controller.loadError?.contains("anchor.json") == true)
    }
}
