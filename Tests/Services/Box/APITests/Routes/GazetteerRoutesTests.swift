import Access
import Basics
import Gazetteer
import HTTPServer
import Location
import TestSupport
import Testing
import Web

@testable import API

@Suite struct GazetteerRoutesTests {
    private static let table = """
        name,region,country,postcode,latitude,longitude
        Melbourne,Victoria,AU,3000,-37.814,144.963
        Carlton,Victoria,AU,3053,-37.798,144.967
        Hobart,Tasmania,AU,7000,-42.8819,147.3238
        "A ""quoted"" one",,,,10,10
        """
    private let server: TestServer

    init() throws {
        server = try TestServer()
        let store = try GazetteerStore(path: server.directory.file("places.db"), access: .readWrite)
        let body = GazetteerImportRequest(name: "towns", file: "/t", format: .csv, at: Timestamp(milliseconds: 0))
        var pieces = [Array(Self.table.utf8)]
        _ = try store.importSource(body) { pieces.popLast() ?? [] }
    }

    private func send(
        _ path: String, _ query: [String: String] = [:], file: String? = "places.db", fix: Bool = true
    ) throws -> HTTPResponse {
        var daemon = server.daemon
        if !fix {
            let report = Report(state: .noFix, since: Timestamp(milliseconds: 0))
            daemon.feed = try LiveFeed(report, run: "r", at: server.clock.now.uptime)
        }
        let gazetteer = GazetteerAccess(path: file.map(server.directory.file), defaultRadius: 11_132)
        let router = Router(GazetteerRoutes(gazetteer: gazetteer, daemon: daemon, workers: WorkerPool()).all)
        let (route, segments) = try router.find(path)
        let request = HTTPRequest(
            method: .get, path: path, query: query.map { HTTPField($0.key, $0.value) }, headers: [], body: [],
            origin: .local)
        return try Router.run(
            route, RequestContext(request: request, segments: segments, admission: nil, moment: server.clock.now))
    }

    private func text(_ path: String, _ query: [String: String] = [:]) throws -> String {
        guard case .stream(let stream) = try send(path, query).body else { return "" }
        return String(decoding: try StreamReader(stream).all(), as: UTF8.self)
    }

    @Test("the nearest place is returned with distance and direction")
    func nearest() throws {
        let melbourne =
            #"{"name":"Melbourne","region":"Victoria","country":"AU","code":"3000","latitude":-37.814,"#
            + #""longitude":144.963,"distance":44"#
        let one = try text("/v1/places/nearest")
        #expect(one.hasPrefix("[" + melbourne) && one.contains(#","bearing":18"#) && !one.contains("Carlton"))
        #expect(one.hasSuffix(#","source":"towns"}]"# + "\n"))
        let two = try text("/v1/places/nearest", ["count": "5", "within": "2000"])
        #expect(two.hasPrefix("[" + melbourne) && two.contains(#"},{"name":"Carlton","#))
        #expect(try text("/v1/places/nearest", ["at": "-42.8819,147.3238"]).contains(#""distance":0.0,"source"#))
        #expect(try text("/v1/places/nearest", ["at": "10.05,10"]).contains(#"[{"name":"A \"quoted\" one","lat"#))
    }

    @Test("beyond the default radius there are none, unless a wider one is requested")
    func limit() throws {
        #expect(try text("/v1/places/nearest", ["at": "0,0"]) == "[]\n")
        #expect(try text("/v1/places/nearest", ["at": "0,0", "within": "1e300"]).contains("quoted"))
    }

    @Test("places are found by prefixes of their names and by their codes")
    func search() throws {
        #expect(try text("/v1/places/search", ["text": "melb"]).hasPrefix(#"[{"name":"Melbourne","region":"#))
        #expect(try text("/v1/places/search", ["text": "7000"]).contains("Hobart"))
        #expect(try text("/v1/places/search", ["text": "hobart", "source": "towns"]).contains("Hobart"))
        #expect(try text("/v1/places/search", ["text": "c", "count": "1"]).contains("Carlton"))
    }

    @Test(
        "no search text is executed as a query",
        arguments: [
            "", " ", "\"", "*", "a\" OR \"b", "name:x", "NEAR(a b)", "'; DROP TABLE source; --", "\u{0}", "%",
            "\u{301}",
        ])
    func hostile(text: String) throws {
        #expect(try self.text("/v1/places/search", ["text": text]).hasPrefix("["))
        #expect(try self.text("/v1/places/search", ["text": "hobart"]).contains("Hobart"))
    }

    @Test(
        "invalid parameters are rejected with the fix",
        arguments: [
            ("nearest", ["at": "here"], "is not a position such as -37.81,144.96 in degrees"),
            ("nearest", ["at": "91,0"], "is not a position"), ("nearest", ["at": "nan,nan"], "is not a position"),
            ("nearest", ["within": "-1"], "is not a number of metres above 0"),
            ("nearest", ["within": "inf"], "is not a number of metres above 0"),
            ("nearest", ["count": "0"], "is not a number from 1 to 1000"),
            ("nearest", ["count": "1001"], "is not a number from 1 to 1000"),
            ("nearest", ["count": "99999999999999999999"], "is not a number from 1 to 1000"),
            ("nearest", ["text": "x"], "unknown argument \"text\""), ("search", [:], "text is missing"),
            ("search", ["text": String(repeating: "x", count: 201)], "of at most 200 characters"),
        ])
    func rejected(path: String, query: [String: String], text: String) {
        let problem = #expect(throws: Problem.self) { try send("/v1/places/\(path)", query) }
        #expect(problem?.status == .badRequest && problem?.detail.contains(text) == true)
    }

    @Test("without a position the nearest place is a problem, unless one is given")
    func noFix() throws {
        let problem = #expect(throws: Problem.self) { try send("/v1/places/nearest", fix: false) }
        #expect(problem?.status == .conflict && problem?.code == "no-fix")
        #expect(try send("/v1/places/nearest", ["at": "0,0"], fix: false).status == .ok)
    }

    @Test("an unknown source and a missing gazetteer are not found")
    func absent() throws {
        let problem = #expect(throws: Problem.self) { try send("/v1/places/search", ["text": "a", "source": "x"]) }
        #expect(problem?.status == .notFound && problem?.code == "unknown-source")
        #expect(problem?.detail == "no source \"x\" in the gazetteer; available: towns")
        for file in ["none.db", nil] {
            let none = #expect(throws: Problem.self) { try send("/v1/places/search", ["text": "a"], file: file) }
            #expect(none?.status == .notFound && none?.code == "no-gazetteer")
        }
        try server.directory.write("odd.db", Array("no database at all, but long enough to be one".utf8))
        let odd = #expect(throws: Problem.self) { try send("/v1/places/nearest", file: "odd.db") }
        #expect(odd?.status == .serviceUnavailable && odd?.code == "gazetteer-unreadable")
    }

    @Test("they require the scope read and are not part of a share", arguments: ["nearest", "search"])
    func readers(path: String) throws {
        #expect(server.send("/v1/places/\(path)").status == .unauthorized)
        #expect(server.send("/v1/places/\(path)", .get, headers: try server.bearer([.metrics])).status == .forbidden)
        #expect(server.sendLocally("/v1/places/nearest").status == .notFound)
        let (_, secret) = try server.controller.addShare(ShareOptions())
        #expect(server.send("/share/\(secret.text)/v1/report").status == .ok)
        #expect(server.send("/share/\(secret.text)/v1/places/\(path)").status == .notFound)
    }
}
