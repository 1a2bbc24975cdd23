import Access
import Basics
import HTTPServer
import History
import Location
import Places
import Privacy
import TestSupport
import Testing
import Web

@testable import API

@Suite struct HistoryRoutesTests {
    /// Noon of 30 March 2026 in London's winter time.
    private static let noon = Timestamp(milliseconds: 1_774_872_000_000)
    private let directory: ScratchDirectory
    /// Where each day's drive begins.
    private let place: Place

    /// Two days: an hour at a fix a second on each, from ten o'clock on, northwards.
    init() throws {
        directory = try ScratchDirectory()
        let home = try #require(Coordinate(latitude: 48, longitude: 11))
        let circle = try #require(PlaceCircle(centre: home, radius: 100))
        let name = try #require(PlaceName("Home"))
        place = try #require(Place(name: name, shape: .circle(circle)))
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        for day in 0..<2 {
            let start = Self.noon + .seconds(-7200 - 86_400 * day)
            _ = try history.append(
                try (0..<3600).map { second in
                    var fix = Fix(device: "/dev/a", mode: .threeDimensional)
                    fix.timestamp = start + .seconds(second)
                    fix.coordinate = Coordinate(latitude: 48 + Double(second) * 1e-5, longitude: 11)
                    fix.horizontalAccuracy = HorizontalAccuracy(radius: 4, origin: .receiver)
                    return try #require(TrackPoint(fix, motion: .moving))
                })
        }
        try history.seal(before: Self.noon)
    }

    private func router(zones: [PrivacyZone] = [], file: String? = "history.db", report: Report? = nil) -> Router {
        let access = HistoryAccess(path: file.map(directory.file), clock: .hours(0))
        let workers = WorkerPool()
        let tracks = TrackRoutes(history: access, workers: workers, zones: PrivacyZones(zones))
        let names = NameSource(gazetteerFile: nil) { [place] in [place] }
        let summaries = SummaryRoutes(history: access, workers: workers, names: names, staleAfter: .seconds(10)) { _ in
            report
        }
        return Router(tracks.all + summaries.all)
    }

    private func send(
        _ path: String, _ query: [String: String] = [:], zones: [PrivacyZone] = [], file: String? = "history.db",
        report: Report? = nil
    ) throws -> HTTPResponse {
        try send(path, query, to: router(zones: zones, file: file, report: report))
    }

    private func send(_ path: String, _ query: [String: String] = [:], to router: Router) throws -> HTTPResponse {
        let (route, segments) = try router.find(path)
        let request = HTTPRequest(
            method: .get, path: path, query: query.map { HTTPField($0.key, $0.value) }, headers: [], body: [],
            origin: .local)
        let moment = Moment(uptime: .seconds(1), wallClock: Self.noon)
        return try Router.run(
            route, RequestContext(request: request, segments: segments, admission: nil, moment: moment))
    }

    private func text(
        _ path: String, _ query: [String: String] = [:], zones: [PrivacyZone] = [], file: String? = "history.db",
        report: Report? = nil
    ) throws -> String {
        let response = try send(path, query, zones: zones, file: file, report: report)
        guard case .stream(let stream) = response.body else { return response.text }
        return String(decoding: try StreamReader(stream).all(), as: UTF8.self)
    }

    @Test(
        "the position at a time, in any notation",
        arguments: [
            "2026-03-30T10:10:00Z", "2026-03-30t10:10:00z", "2026-03-30T12:10:00+02:00", "2026-03-30T12:10:00 02:00",
            "2026-03-30T10:10:00.000Z", "2026-03-30 10:10", "10:10", "110min",
        ])
    func at(time: String) throws {
        let response = try text("/v1/at", ["time": time])
        #expect(response.hasPrefix("{\"state\":\"fix\",\"timestamp\":\"2026-03-30T10:10:00.000Z\",\"latitude\":48.006"))
    }

    @Test("the present is the newest fix while it is current, which the history may not have yet")
    func present() throws {
        var report = Report(state: .live, since: Self.noon)
        report.fix = Fix(device: "/dev/a", mode: .threeDimensional)
        report.fix?.timestamp = Self.noon + .seconds(-2)
        report.fix?.coordinate = Coordinate(latitude: 47, longitude: 11)
        report.age = .seconds(2)
        let current = try text("/v1/at", ["time": "now"], report: report)
        #expect(current.hasPrefix("{\"state\":\"fix\",\"timestamp\":\"2026-03-30T12:00:00.000Z\",\"latitude\":47.0"))
        #expect(try text("/v1/at", ["time": "now"]).hasPrefix("{\"state\":\"unknown\""))
        #expect(try text("/v1/at", ["time": "2026-03-31"], report: report).hasPrefix("{\"state\":\"unknown\""))
        #expect(try text("/v1/at", ["time": "now"], file: nil, report: report) == current)
        let past = #expect(throws: Problem.self) { try send("/v1/at", ["time": "1h"], file: nil, report: report) }
        #expect(past?.code == "no-history")
        let old = "{\"state\":\"unknown\",\"timestamp\":\"2026-03-30T12:00:00.000Z\",\"before\":{"
        report.age = .seconds(11)
        #expect(try text("/v1/at", ["time": "now"], report: report).hasPrefix(old))
        report.age = .seconds(2)
        report.state = .stale
        #expect(try text("/v1/at", ["time": "now"], report: report).hasPrefix(old))
        #expect(try text("/v1/at", ["time": "now"], file: nil, report: report).hasPrefix(old))
    }

    @Test("an invalid or missing time is a problem", arguments: [["time": "soon"], [:], ["time": ""]])
    func badTime(query: [String: String]) {
        let problem = #expect(throws: Problem.self) { try send("/v1/at", query) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail.contains("expected") == true)
    }

    @Test(
        "without recording, the history is a problem",
        arguments: ["/v1/days", "/v1/journeys", "/v1/series", "/v1/stats", "/v1/track"])
    func off(_ path: String) {
        let problem = #expect(throws: Problem.self) { try send(path, file: nil) }
        #expect(problem?.code == "no-history")
    }

    @Test("before the first fix the history is empty and no problem")
    func empty() throws {
        #expect(try text("/v1/days", file: "none.db") == "{\"days\":[]}\n")
        #expect(try text("/v1/track", ["format": "csv"], file: "none.db").split(separator: "\n").count == 1)
        #expect(try text("/v1/stats", file: "none.db").hasPrefix("{"))
        #expect(try text("/v1/at", ["time": "10:10"], file: "none.db").contains("unknown"))
    }

    @Test("the trips of a day are listed, and a wrong date is a problem")
    func journeys() throws {
        let day = try text("/v1/journeys", ["date": "2026-03-30"])
        // The gap over midnight leads to this day.
        #expect(day.hasPrefix("{\"day\":\"2026-03-30\",\"devices\":[\"/dev/a\"],\"journeys\":[{\"kind\":\"gap\""))
        #expect(day.contains("},{\"kind\":\"trip\""))
        #expect(day.contains("\"confidence\":1.000") || day.contains("\"confidence\":1"))
        #expect(try text("/v1/journeys", ["date": "2026-03-01"]).contains("\"journeys\":[]"))
        let problem = #expect(throws: Problem.self) { try send("/v1/journeys", ["date": "soon"]) }
        #expect(problem?.status == .badRequest)
    }

    @Test("a series has a row for each step, a gap between days, and 10 to 5000 steps")
    func series() throws {
        let day = try text("/v1/series", ["from": "2026-03-30", "points": "60"])
        #expect(
            day.hasPrefix("{\"from\":\"2026-03-30T00:00:00.000Z\",\"to\":\"2026-03-30T10:59:59.000Z\",\"step\":60,"))
        #expect(day.contains("\"source\":\"fixes\",\"time\":[1774864800.0,1774864860.0,"))
        #expect(day.contains("\"altitude\":[null,null,") && day.contains("\"latitude\":[48.0,48.0006,"))
        let two = try text("/v1/series", ["from": "2026-03-29"])
        #expect(two.contains(",null,") && two.contains("\"source\":\"fixes\""))
        let none = try text("/v1/series", ["from": "2026-01-01", "to": "2026-01-02"])
        #expect(none.contains("\"time\":[],\"speed\":[],"))
        #expect(try text("/v1/series", file: "none.db").contains("\"time\":[]"))
        for points in ["9", "5001", "many", ""] {
            let problem = #expect(throws: Problem.self) { try send("/v1/series", ["points": points]) }
            #expect(problem?.detail.contains("from 10 to 5000") == true)
        }
        #expect(throws: Problem.self) { try send("/v1/series", ["from": "2026-03-30", "to": "2026-03-29"]) }
    }

    @Test("the days are listed, newest first")
    func days() throws {
        let start = "{\"days\":[{\"day\":\"2026-03-30\",\"points\":3600,\"distance\":400"
        #expect(try text("/v1/days").hasPrefix(start))
        #expect(try text("/v1/days", ["from": "2026-03-01"]).hasSuffix("}]}\n"))
        #expect(try text("/v1/days") == text("/v1/days", ["from": "2026-03-01"]))
        let two = try text("/v1/days")
        #expect(two.contains("{\"day\":\"2026-03-29\",\"points\":3600,") && two.split(separator: "day\"").count == 3)
        let one = try text("/v1/days", ["to": "2026-03-29T23:00Z"])
        #expect(one.contains("2026-03-29") && !one.contains("2026-03-30"))
    }

    private func stream(_ path: String, to router: Router) throws -> (any ByteStream)? {
        if case .stream(let stream) = try send(path, to: router).body { stream } else { nil }
    }

    @Test("one list of days is made at a time, and the next one after it has been sent or its client has gone")
    func turns() throws {
        let router = router()
        let first = try #require(try stream("/v1/days", to: router))
        let second = #expect(throws: Problem.self) { try send("/v1/days", to: router) }
        #expect(second?.code == "busy")
        _ = try send("/v1/stats", to: router)
        first.close()
        let third = try #require(try stream("/v1/days", to: router))
        #expect(try String(decoding: StreamReader(third).all(), as: UTF8.self).contains("2026-03-29"))
        #expect(throws: Never.self) { try send("/v1/days", to: router) }
    }

    @Test("the total of a day is its distance in the list of days")
    func total() throws {
        let total = try text("/v1/stats", ["from": "2026-03-30", "to": "2026-03-30T23:59:59Z"])
        let listed = try #require(try text("/v1/days").firstMatch(of: /"points":3600,"distance":[0-9.]+/)).output
        #expect(total.contains("\"total\":{\(listed),"))
    }

    @Test("statistics cover the requested period")
    func stats() throws {
        let response = try text("/v1/stats", ["from": "2026-03-30", "to": "2026-03-30T10:30:00Z"])
        #expect(response.contains("\"from\":\"2026-03-30T00:00:00.000Z\""))
        #expect(response.contains("\"device\":\"/dev/a\",\"points\":1801,"))
        #expect(throws: Problem.self) { try send("/v1/stats", ["from": "2026-03-30", "to": "2026-03-29"]) }
        #expect(response.contains("\"start\":{\"latitude\":48.0,\"longitude\":11.0,\"place\":\"Home\"},"))
        let position = try text("/v1/at", ["time": "2026-03-30T10:00:30Z"])
        #expect(position.contains("\"place\":\"Home\"") && position.contains("\"fix\":{"))
        #expect(try !text("/v1/at", ["time": "2026-03-30T10:30:00Z"]).contains("\"place\""))
    }

    @Test("a line simplified to 10 m keeps only its ends")
    func line() throws {
        let response = try text("/v1/track", ["from": "2026-03-30", "simplify": "10", "format": "geojson"])
        #expect(response.contains("[11.0,48.0]") || response.contains("[11,48]"))
        #expect(response.split(separator: "2026-03-30T").count == 3)
    }

    @Test("a published track contains no privacy zone and no receiver")
    func hidden() throws {
        let centre = try #require(Coordinate(latitude: 48.018, longitude: 11))
        let zone = try #require(PrivacyZone(name: "home", centre: centre, radius: 200))
        let query = ["from": "2026-03-30", "format": "geojson"]
        let whole = try text("/v1/track", query, zones: [zone])
        let part = try text("/v1/track", query.merging(["public": "yes"]) { $1 }, zones: [zone])
        #expect(whole.contains("48.018") && whole.contains("/dev/a"))
        #expect(!part.contains("48.018") && !part.contains("/dev/a"))
        #expect(whole.split(separator: "LineString").count == 2 && part.split(separator: "LineString").count == 3)
        #expect(throws: Problem.self) { try send("/v1/track", ["public": "perhaps"]) }
    }

    @Test("with a zone, days, dates and times of day are those of its people; without one they are the machine's")
    func zones() throws {
        // 10:00 to 11:00 UTC is 21:00 to 22:00 in Melbourne, and 00:00 to 01:00 of the next day in Kiritimati.
        func days(_ zone: String) throws -> [String] {
            let list = try text("/v1/days", ["zone": zone])
            return list.matches(of: /"day":"([0-9-]+)","points":(\d+)/).map { "\($0.1) \($0.2)" }
        }
        #expect(try days("Australia/Melbourne") == ["2026-03-30 3600", "2026-03-29 3600"])
        #expect(try days("Pacific/Kiritimati") == ["2026-03-31 3600", "2026-03-30 3600"])
        // At a quarter past ten it is midnight.
        #expect(try days("Pacific/Chatham") == ["2026-03-31 2700", "2026-03-30 3600", "2026-03-29 900"])
        let trip = try text("/v1/journeys", ["date": "2026-03-31", "zone": "Pacific/Kiritimati"])
        #expect(trip.hasPrefix("{\"day\":\"2026-03-31\",\"devices\":[\"/dev/a\"]") && trip.contains("10:00:00.000Z"))
        #expect(try text("/v1/journeys", ["date": "2026-03-31"]).contains("\"devices\":[]"))
        let today = try text("/v1/journeys", ["date": "today", "zone": "Pacific/Kiritimati"])
        #expect(today.hasPrefix("{\"day\":\"2026-03-31\""))
        for route in ["/v1/stats", "/v1/series"] {
            let period = ["from": "2026-03-30", "to": "2026-03-30 23:59", "zone": "Australia/Melbourne"]
            let limits = "{\"from\":\"2026-03-29T13:00:00.000Z\",\"to\":\"2026-03-30T12:59:00.000Z\""
            #expect(try text(route, period).hasPrefix(limits), "\(route)")
        }
    }

    @Test(
        "an unknown zone is a problem that names it",
        arguments: ["", "Nowhere/City", "../../etc/passwd", "/etc/localtime", String(repeating: "x", count: 1000)])
    func unknownZone(zone: String) throws {
        for route in ["/v1/days", "/v1/journeys", "/v1/series", "/v1/stats"] {
            let problem = try #require(throws: Problem.self) { try send(route, ["zone": zone]) }
            #expect(problem.status == .badRequest)
            #expect(problem.detail.hasPrefix("zone: \"\(zone.prefix(80))\" is not a time zone that this machine knows"))
        }
        #expect(throws: Problem.self) { try send("/v1/track", ["zone": "Europe/Berlin"]) }
    }

    @Test("the total of a day in a zone is its distance in the list of days of that zone")
    func totalOfZone() throws {
        let zone = "Asia/Kathmandu"
        let list = try text("/v1/days", ["zone": zone])
        let listed = try #require(list.firstMatch(of: /"points":3600,"distance":[0-9.]+/)).output
        let period = ["from": "2026-03-30", "to": "2026-03-30 23:59", "zone": zone]
        #expect(try text("/v1/stats", period).contains("\"total\":{\(listed),"))
    }
}
