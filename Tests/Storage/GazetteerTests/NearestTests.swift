import Gazetteer
import Location
import SQLite
import Simulator
import Testing

struct NearestTests {
    private let gazetteer: ScratchGazetteer

    init() throws {
        gazetteer = try ScratchGazetteer()
    }

    /// Places all over the Earth, with clusters at both poles, along the antimeridian and in one spot.
    private static func places(_ count: Int, _ numbers: inout SeededGenerator) throws -> [Coordinate] {
        try (0..<count).map { index in
            let east = Double.random(in: -180...180, using: &numbers)
            let near = Double.random(in: 0...0.5, using: &numbers)
            let place: Coordinate? =
                switch index % 10 {
                case 0: Coordinate(latitude: 90 - near, longitude: east)
                case 1: Coordinate(latitude: -90 + near, longitude: east)
                case 2: Coordinate(latitude: east / 2, longitude: index % 4 < 2 ? 180 - near : near - 180)
                case 3: Coordinate(latitude: 0, longitude: index % 4 < 2 ? 0 : east)
                case 4 where index < 100: Coordinate(latitude: -37.81, longitude: 144.96)
                default: Coordinate(latitude: Double.random(in: -90...90, using: &numbers), longitude: east)
                }
            return try #require(place)
        }
    }

    /// Finds the nearest by brute force, after a first pass by the chord between normals.
    ///
    /// The pass drops none of them: the ellipsoid's radii of curvature differ by less than 1.1 %.
    private static func bruteForce(
        _ position: Coordinate, _ places: [(Coordinate, SurfaceNormal)], count: Int
    ) -> [Double] {
        let normal = SurfaceNormal(position)
        let angles = places.map { place, other in
            let step = (x: other.x - normal.x, y: other.y - normal.y, z: other.z - normal.z)
            return SurfaceNormal.minDistance(
                chord: (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot())
        }
        let bound = angles.sorted().prefix(count).last ?? 0
        return zip(places, angles).filter { $1 <= bound * 1.011 + 1 }.map { position.distance(to: $0.0.0) }
            .sorted().prefix(count).map { $0 }
    }

    @Test("nearest agrees with brute force at 2,500 random positions, poles and antimeridian included")
    func bruteForce() throws {
        var numbers = SeededGenerator(seed: 7)
        let places = try Self.places(600, &numbers)
        try gazetteer.add("world", places)
        let normals = places.map { ($0, SurfaceNormal($0)) }
        for (index, position) in try Self.places(2500, &numbers).enumerated() {
            let count = 1 + index % 5
            let hits = try gazetteer.store.nearest(to: position, count: count)
            let expected = Self.bruteForce(position, normals, count: count)
            #expect(hits.map(\.distance) == expected, "\(position)")
        }
    }

    @Test("each hit has the distance and bearing of its place")
    func hits() throws {
        var numbers = SeededGenerator(seed: 8)
        let places = try Self.places(500, &numbers)
        try gazetteer.add("world", places)
        for position in try Self.places(100, &numbers) {
            for hit in try gazetteer.store.nearest(to: position, count: 3) {
                #expect(places[try #require(Int(hit.entry.name))] == hit.entry.coordinate)
                #expect(hit.distance == position.distance(to: hit.entry.coordinate))
                #expect(hit.bearing == position.bearing(to: hit.entry.coordinate))
            }
        }
    }

    @Test("all places are found, also at the antipode, in trees of any depth", arguments: [1, 51, 52, 2653])
    func all(count: Int) throws {
        var numbers = SeededGenerator(seed: 9)
        let places = try Self.places(count, &numbers)
        try gazetteer.add("world", places)
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))
        let hits = try gazetteer.store.nearest(to: pole, count: count + 1)
        #expect(hits.count == count && hits.map(\.distance) == hits.map(\.distance).sorted())
        #expect(Set(hits.map(\.entry.name)).count == count)
    }

    @Test("the limit excludes what is farther, and includes what is exactly at it")
    func limit() throws {
        let here = try #require(Coordinate(latitude: -37.81, longitude: 144.96))
        let places = [0.0, 1000, 2000, 30_000].map { here.moved(north: 0, east: $0) }
        try gazetteer.add("line", places)
        let farthest = here.distance(to: places[2])
        #expect(try gazetteer.store.nearest(to: here, within: farthest, count: 9).map(\.entry.name) == ["0", "1", "2"])
        #expect(try gazetteer.store.nearest(to: here, within: farthest - 0.001, count: 9).count == 2)
        #expect(try gazetteer.store.nearest(to: here, within: 0, count: 9).map(\.bearing) == [nil])
        #expect(try gazetteer.store.nearest(to: here, count: 0) == [])
    }

    @Test("several sources are searched together, or the named one alone")
    func sources() throws {
        let here = try #require(Coordinate(latitude: 0, longitude: 179.999))
        let far = try #require(Coordinate(latitude: 0, longitude: -179.99))
        try gazetteer.add("a", [far])
        try gazetteer.add("b", [here])
        let store = gazetteer.store
        #expect(try store.nearest(to: here, count: 2).map(\.entry.source) == ["b", "a"])
        #expect(try store.nearest(to: here, count: 1, source: "a").map(\.entry.coordinate) == [far])
        let error = #expect(throws: GazetteerError.self) { try store.nearest(to: here, count: 1, source: "c") }
        #expect(error == .unknownSource("c", known: ["a", "b"]))
    }

    @Test("SQLite's rtreecheck accepts the packed tree", arguments: [1, 51, 52, 2653])
    func sound(count: Int) throws {
        var numbers = SeededGenerator(seed: 10)
        try gazetteer.add("world", Self.places(count, &numbers))
        let database = try Connection(gazetteer.path, mode: .readOnly)
        #expect(try database.text("SELECT rtreecheck('near_1')") == "ok")
        #expect(try database.text("PRAGMA integrity_check") == "ok")
    }
}
