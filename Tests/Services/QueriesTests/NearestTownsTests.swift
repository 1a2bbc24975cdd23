import Basics
import Gazetteer
import Location
import TestSupport
import Testing

@testable import Queries

struct NearestTownsTests {
    private let directory: ScratchDirectory

    private static let kiel = Coordinate(clampingLatitude: 54.325, longitude: 10.145)
    private static let sea = Coordinate(clampingLatitude: 0, longitude: -150)

    init() throws { directory = try ScratchDirectory() }

    private func add(_ name: String, _ position: Coordinate) throws {
        let store = try GazetteerStore(path: directory.file("places.db"), access: .readWrite)
        let request = GazetteerImportRequest(name: name, file: "/t", format: .csv, at: Timestamp(milliseconds: 0))
        var chunks = [Array("name,latitude,longitude\n\(name),\(position.latitude),\(position.longitude)\n".utf8)]
        _ = try store.importSource(request) { chunks.popLast() ?? [] }
    }

    @Test("each position has the nearest town with its distance and bearing, and an unknown one has none")
    func places() throws {
        try add("Kiel", Self.kiel)
        let towns = NearestTowns(path: directory.file("places.db"))
        let north = Coordinate(clampingLatitude: 54.415, longitude: 10.145)
        let found = towns.places(near: [Self.kiel, nil, north, Self.sea])
        #expect(found.map { $0?.name } == ["Kiel", nil, "Kiel", nil])
        #expect(found[0]?.distance == 0)
        #expect((9900...10_100).contains(found[2]?.distance ?? 0) && found[2]?.bearing.map { $0.rounded() } == 180)
        #expect(towns.place(near: north) == found[2])
        #expect(towns.place(near: nil) == nil)
    }

    @Test("without a gazetteer nothing has a name, and one that comes later is read")
    func absent() throws {
        #expect(NearestTowns(path: nil).places(near: [Self.kiel, nil]) == [nil, nil])
        let towns = NearestTowns(path: directory.file("places.db"))
        #expect(towns.place(near: Self.kiel) == nil)
        try add("Kiel", Self.kiel)
        #expect(towns.place(near: Self.kiel)?.name == "Kiel")
    }

    @Test("what was found is remembered for positions nearby, and forgotten after an hour")
    func memory() throws {
        try add("Kiel", Self.kiel)
        let clock = ManualClock()
        let towns = NearestTowns(path: directory.file("places.db"), uptime: { clock.now.uptime })
        let near = Coordinate(clampingLatitude: 54.3251, longitude: 10.1451)
        #expect(towns.places(near: [Self.kiel, Self.sea]).map { $0?.name } == ["Kiel", nil])
        try add("Laboe", near)
        try add("Reef", Self.sea)
        #expect(towns.places(near: [near, Self.sea]).map { $0?.name } == ["Kiel", nil])
        clock.advance(by: NearestTowns.lifetime + .seconds(1))
        #expect(towns.places(near: [near, Self.sea]).map { $0?.name } == ["Laboe", "Reef"])
    }
}
