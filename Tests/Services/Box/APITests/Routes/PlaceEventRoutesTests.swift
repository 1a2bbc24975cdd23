import Access
import Basics
import HTTPServer
import History
import Location
import TestSupport
import Testing
import Web
import Wire

@testable import API

@Suite struct PlaceEventRoutesTests {
    /// Noon of 30 March 2026.
    private static let noon = Timestamp(milliseconds: 1_774_872_000_000)
    private let directory: ScratchDirectory

    /// Home entered and left in turn every ten minutes until now, and Work entered once, an hour ago.
    init() throws {
        directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        let visits = (0..<300).map { Self.occurrence($0 % 2 == 0 ? .leave : .enter, "Home", minutesAgo: 10 * $0) }
        _ = try history.append(events: visits + [Self.occurrence(.enter, "Work", minutesAgo: 61)])
    }

    private static func occurrence(_ kind: PlaceEvent.Kind, _ place: String, minutesAgo: Int) -> PlaceEvent {
        let moment = noon + .seconds(-60 * minutesAgo)
        return PlaceEvent(
            kind, place: place, moment: moment, since: moment + .seconds(-10),
            coordinate: Coordinate(latitude: -37.81, longitude: 144.96), horizontalAccuracy: 5)
    }

    private func send(
        _ query: [String: String] = [:], accept: String? = nil, file: String? = "history.db"
    ) throws -> HTTPResponse {
        let access = HistoryAccess(path: file.map(directory.file), clock: .hours(0))
        let (route, segments) = try Router(PlaceEventRoutes(history: access, workers: WorkerPool()).all)
            .find("/v1/places/events")
        let request = HTTPRequest(
            method: .get, path: "/v1/places/events", query: query.map { HTTPField($0.key, $0.value) },
            headers: accept.map { [HTTPField("Accept", $0)] } ?? [], body: [], origin: .local)
        let moment = Moment(uptime: .seconds(1), wallClock: Self.noon)
        return try Router.run(
            route, RequestContext(request: request, segments: segments, admission: nil, moment: moment))
    }

    private func text(
        _ query: [String: String] = [:], accept: String? = nil, file: String = "history.db"
    ) throws -> String {
        let response = try send(query, accept: accept, file: file)
        guard case .stream(let stream) = response.body else { return response.text }
        return String(decoding: try StreamReader(stream).all(), as: UTF8.self)
    }

    /// Returns the ages of the listed events in minutes.
    private func minutes(_ query: [String: String]) throws -> [Int] {
        try text(query, accept: "application/x-ndjson").split(separator: "\n").map { line in
            let occurrence = try PlaceEventJSON.decode(Array(line.utf8))
            return Int((Self.noon - occurrence.moment).milliseconds / 60_000)
        }
    }

    @Test("an event has the same JSON as elsewhere, in a list")
    func one() throws {
        let workers = Self.occurrence(.enter, "Work", minutesAgo: 61)
        let json = String(decoding: PlaceEventJSON.encode(workers), as: UTF8.self)
        #expect(try text(["place": "Work"]) == "{\"events\":[\(json)]}\n")
        #expect(try send().value("Content-Type") == "application/json")
    }

    @Test("by default all events are listed, oldest first; on request one per line")
    func all() throws {
        let all = (0..<300).map { 10 * $0 } + [61]
        #expect(try minutes([:]) == all.sorted(by: >))
        let list = try text()
        #expect(list.split(separator: "},{").count == 301 && list.hasSuffix("}]}\n"))
    }

    @Test(
        "time, place and count select events",
        arguments: [
            (["from": "2026-03-30T11:00:00Z"], [60, 50, 40, 30, 20, 10, 0]), (["from": "20min"], [20, 10, 0]),
            (["from": "2026-03-30 10:50", "to": "2026-03-30T11:00:00Z"], [70, 61, 60]), (["last": "2"], [10, 0]),
            (["last": "2", "to": "1h"], [61, 60]), (["place": "Work", "last": "9223372036854775807"], [61]),
            (["place": "work"], []), (["place": "Home' OR 1"], []), (["from": "9999-01-01T00:00:00Z"], []),
        ] as [([String: String], [Int])])
    func selection(query: [String: String], minutes: [Int]) throws {
        #expect(try self.minutes(query) == minutes)
    }

    @Test(
        "invalid parameters are a problem",
        arguments: [
            ["last": "0"], ["last": "-1"], ["last": "1e3"], ["last": "99999999999999999999"], ["from": "soon"],
            ["device": "x"], ["from": "2026-03-30", "to": "2026-03-29"],
        ])
    func senseless(query: [String: String]) {
        let problem = #expect(throws: Problem.self) { try send(query) }
        #expect(problem?.status == .badRequest)
    }

    @Test("without recording there is a problem; before the first event the list is empty")
    func empty() throws {
        #expect(#expect(throws: Problem.self) { try send(file: nil) }?.code == "no-history")
        #expect(try text(file: "none.db") == "{\"events\":[]}\n")
        #expect(try text(accept: "application/x-ndjson", file: "none.db") == "")
        #expect(#expect(throws: Problem.self) { try send(accept: "text/html") }?.code == "not-acceptable")
    }

    @Test("clients without the scope read are rejected", arguments: [nil, "metrics"])
    func scopes(scope: String?) throws {
        let server = try TestServer(hasHistory: true)
        let headers = scope == nil ? [] : try server.bearer([.metrics])
        let expected: HTTPStatus = scope == nil ? .unauthorized : .forbidden
        #expect(server.send("/v1/places/events", .get, headers: headers).status == expected)
        #expect(server.send("/v1/places/events", .get, headers: try server.bearer()).status == .ok)
    }
}
