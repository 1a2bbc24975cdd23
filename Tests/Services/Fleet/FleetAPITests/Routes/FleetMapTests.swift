import Basics
import Gazetteer
import HTTPServer
import Location
import TestSupport
import Testing

@testable import FleetAPI

/// The fleet of a test with a file of outlines and a gazetteer, each of which may be missing.
@Suite(.enabled(if: TestFleet.isPossible)) struct FleetMapTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func fleet(withTowns: Bool = true) throws -> TestFleet {
        try directory.write("land", Self.emptyLand)
        if withTowns { try importTowns() }
        let (land, towns) = (directory.file("land"), directory.file("places.db"))
        return try TestFleet { configuration in
            (configuration.landFiles, configuration.gazetteerFile) = ([land], towns)
        }
    }

    private func importTowns() throws {
        let store = try GazetteerStore(path: directory.file("places.db"), access: .readWrite)
        let request = GazetteerImportRequest(name: "t", file: "/t", format: .csv, at: Timestamp(milliseconds: 0))
        var chunks = [Array("name,region,latitude,longitude\nZürich,Zürich,47.4,8.5\n".utf8)]
        _ = try store.importSource(request) { chunks.popLast() ?? [] }
    }

    /// A file of outlines without any land: one level with bins of 90°.
    private static var emptyLand: [UInt8] {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let end = 32 + 4 * 9
        let header = Array("WIMLAND1".utf8) + [1, 0, 5400, 1000, 32, 0].flatMap(word)
        return header + (0...8).flatMap { _ in word(end) }
    }

    @Test("only members and the holders of links get the outlines of land")
    func land() throws {
        let fleet = try fleet()
        let map = try fleet.bytes(.init("/v1/map"), as: .member)
        #expect(map.contains(#""land":"v1/land/{z}/{x}/{y}","landTolerance":1000"#))
        #expect(try fleet.bytes(.init("/v1/land/3/4/2"), as: .member).hasSuffix("{\"extent\":1024,\"path\":\"\"}\n"))
        #expect(try fleet.send(.init("/v1/land/3/4/2"), as: .visitor).status == .unauthorized)
        #expect(try fleet.send(.init("/v1/land/3/8/2"), as: .member).status == .notFound)
        for link in ["/s/{device-link}", "/s/{team-link}"] {
            #expect(try fleet.bytes(.init("\(link)/v1/map"), as: .visitor).contains(#""landTolerance""#))
            #expect(try fleet.send(.init("\(link)/v1/land/3/4/2"), as: .visitor).status == .ok)
            let towns = TestRequest("\(link)/v1/places/largest?within=47,8,48,9")
            #expect(try fleet.send(towns, as: .visitor).status == .notFound)
        }
    }

    @Test("members get the towns of a box")
    func towns() throws {
        let fleet = try fleet()
        #expect(try fleet.bytes(.init("/v1/map"), as: .member).contains(#""towns":true"#))
        let towns = try fleet.bytes(.init("/v1/places/largest?within=47,8,48,9&count=5"), as: .member)
        #expect(towns.contains(#"[{"name":"Zürich","region":"Zürich","latitude":47.4,"longitude":8.5,"#))
        #expect(try fleet.send(.init("/v1/places/largest"), as: .member).status == .badRequest)
    }

    @Test("without a gazetteer a page knows that there are no towns")
    func noTowns() throws {
        let fleet = try fleet(withTowns: false)
        #expect(try fleet.bytes(.init("/v1/map"), as: .member).contains(#""towns":false"#))
        #expect(try fleet.bytes(.init("/v1/places/largest?within=47,8,48,9"), as: .member).contains("no-gazetteer"))
        #expect(try !fleet.bytes(.init("/v1/devices"), as: .member).contains(#""place""#))
    }

    @Test("a device has the nearest town in the list, by itself, in its report and in the streams")
    func place() throws {
        let fleet = try fleet()
        let place = #""place":{"name":"Zürich","distance":11051,"bearing":180}"#
        for path in ["/v1/devices", "/v1/devices/a-1"] {
            #expect(try fleet.bytes(.init(path), as: .member).contains(place), "\(path)")
        }
        #expect(try fleet.stream("/v1/events", as: .member).event().contains(place))
        let report = #""place":{"name":"Zürich","region":"Zürich","distance":11051"#
        #expect(try fleet.bytes(.init("/v1/devices/a-1/report"), as: .member).contains(report))
        #expect(try fleet.stream("/v1/devices/a-1/events", as: .member).event().contains(report))
    }

    @Test("a link names only the town of the rounded position")
    func rounded() throws {
        let fleet = try fleet()
        let made = try fleet.bytesUnmasked(
            .init("/v1/shares", method: "POST", body: #"{"team":"a","precision":10000}"#), as: .member)
        let link = try #require(made.firstMatch(of: /"url":"https:\/\/fleet\.example(\/s\/[a-z2-7]{32})\/"/)).1
        let list = try fleet.bytes(.init("\(link)/v1/devices"), as: .visitor)
        #expect(list.contains(#""place":{"name":"Zürich","distance":"#) && !list.contains("11051"))
    }
}
