import FleetStore
import HTTPServer
import Testing

@testable import FleetAPI

@Suite(.enabled(if: TestFleet.isPossible)) struct FleetDeviceRoutesTests {
    @Test("the list has the newest position of each device, by name")
    func devices() throws {
        let fleet = try TestFleet()
        let text = try fleet.bytes(.init("/v1/devices"), as: .member)
        #expect(text.contains(#"{"name":"a-1","teams":["a"],"state":"live","#))
        #expect(text.contains(#""latitude":47.49997,"longitude":8.5,"horizontalAccuracy":5"#))
        #expect(text.contains(#""motion":"moving""#) && text.contains(#""staleAfter":900"#))
        #expect(!text.contains("secret-van"))
    }

    @Test(
        "filters select by team, state, box and name",
        arguments: [
            ("team=a", 2), ("team=b", 0), ("state=live", 2), ("state=silent", 0), ("within=47,8,48,9", 2),
            ("within=40,8,41,9", 0), ("name=A-2", 1), ("name=a&state=live&team=a", 2),
        ])
    func filters(query: String, count: Int) throws {
        let fleet = try TestFleet()
        let text = try fleet.bytes(.init("/v1/devices?\(query)"), as: .member)
        #expect(text.ranges(of: #""name":"#).count == count)
    }

    @Test(
        "an unknown filter, or a value that is none, is rejected",
        arguments: ["tea=a", "state=on", "within=1,2", "name=a&name=b"])
    func invalidFilters(query: String) throws {
        let fleet = try TestFleet()
        #expect(try fleet.send(.init("/v1/devices?\(query)"), as: .member).status == .badRequest)
    }

    @Test("the routes of one device are those of the daemon")
    func oneDevice() throws {
        let fleet = try TestFleet()
        func text(_ path: String) throws -> String { try fleet.bytes(.init("/v1/devices/a-1\(path)"), as: .member) }
        #expect(try text("").contains(#"{"name":"a-1""#))
        #expect(try text("/report").contains(#"{"state":"live""#))
        #expect(try text("/map").contains(#""history":true,"features":["shares"]"#))
        #expect(try text("/track?from=2020-01-01&format=lines").ranges(of: "latitude").count == 150)
        #expect(try text("/at?time=1h").contains(#""state":"fix""#))
        #expect(try text("/stats").contains(#""devices":[{"device":"a-1""#))
        #expect(try text("/days").contains(#""points":"#))
        #expect(try text("/days?zone=Asia/Kathmandu").contains(#""points":"#))
        let day = try text("/stats?from=2020-01-01&to=2020-01-02&zone=Asia/Kathmandu")
        #expect(day.contains(#"{"from":"2019-12-31T18:15:00.000Z","to":"2020-01-01T18:15:00.000Z""#))
        #expect(try text("/places/events").contains(#""place":"Depot""#))
    }

    @Test("an unknown zone is rejected", arguments: ["/days", "/stats"])
    func unknownZone(path: String) throws {
        let fleet = try TestFleet()
        let answer = try fleet.bytes(.init("/v1/devices/a-1\(path)?zone=../../etc/passwd"), as: .member)
        #expect(answer.hasPrefix("400") && answer.contains("is not a time zone that this machine knows"))
    }

    @Test("a page has the scripts of both folders, and security headers")
    func page() throws {
        let fleet = try TestFleet()
        let page = try fleet.bytes(.init("/devices/a-1/"), as: .member)
        #expect(page.hasPrefix("200") && page.contains("https://tiles.example"))
        #expect(try fleet.send(.init("/assets/live/main.js"), as: .visitor).status == .ok)
        #expect(try fleet.send(.init("/assets/live/none.js"), as: .visitor).status == .notFound)
        #expect(try fleet.send(.init("/v1/devices", method: "OPTIONS"), as: .member).status == .noContent)
        #expect(try fleet.send(.init("/v1/devices", method: "PUT"), as: .member).status == .methodNotAllowed)
    }

    @Test("a stream begins with all devices, and changes follow")
    func events() throws {
        let fleet = try TestFleet()
        let (all, one) = try (
            fleet.stream("/v1/events", as: .member), fleet.stream("/v1/devices/a-1/events", as: .member)
        )
        #expect(try all.event().hasPrefix("event: devices\ndata: {\"time\":"))
        #expect(try one.event().hasPrefix("event: report\ndata: {\"state\":\"live\""))
        try fleet.report(device: "a-2", at: 5)
        try fleet.report(device: "a-1", at: 5)
        let change = try #require(try all.events(until: "event: change").last)
        #expect(change.contains("47.500005"))
        #expect(try one.events(until: "event: report").last?.contains("47.500005") == true)
        try fleet.addEvent(device: "a-1", place: "Yard")
        // The event before may come too, while other transactions of the server are running.
        for stream in [all, one] {
            while try !stream.event().contains("Yard") {}
        }
    }
}
