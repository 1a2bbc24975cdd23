import Location
import Testing

@testable import Places

struct PlaceCollectionTests {
    private let home: Place
    private let work: Place

    init() throws {
        (home, work) = (try Walk.place("home"), try Walk.place("work", east: 5000))
    }

    @Test("stores places by name, in order")
    func order() throws {
        let book = try PlaceCollection([work, home])
        #expect(book.places == [home, work])
        #expect(book[home.name] == home && book.count == 2)
    }

    @Test("rejects a name that is taken")
    func taken() throws {
        var book = try PlaceCollection([home])
        #expect(throws: PlaceCollectionError.nameTaken(home.name)) { try book.add(try Walk.place("home", east: 1)) }
        let moved = try Walk.place("home", east: 9)
        try book.set(moved)
        #expect(book.places == [moved])
    }

    @Test("rejects removal and renaming of an unknown place")
    func unknown() throws {
        var book = try PlaceCollection([home])
        #expect(throws: PlaceCollectionError.unknown(work.name)) { try book.remove(work.name) }
        #expect(throws: PlaceCollectionError.unknown(work.name)) { try book.rename(work.name, to: home.name) }
        try book.remove(home.name)
        #expect(book.places == [])
    }

    @Test("renames a place to a free name or another spelling of its own")
    func renames() throws {
        let (nfc, nfd) = (try #require(PlaceName("Caf\u{E9}")), try #require(PlaceName("Cafe\u{301}")))
        var book = try PlaceCollection([home, work])
        #expect(throws: PlaceCollectionError.nameTaken(work.name)) { try book.rename(home.name, to: work.name) }
        try book.rename(home.name, to: nfc)
        try book.rename(nfc, to: nfd)
        #expect(book.places.map { Array($0.name.text.utf8) }.first == Array("Cafe\u{301}".utf8))
        #expect(book.places.map(\.shape) == [home.shape, work.shape])
    }

    @Test("holds 5,000 places and 100,000 corners")
    func limits() throws {
        var book = PlaceCollection()
        for number in 0..<5000 { try book.add(try Walk.place("place \(number)")) }
        #expect(throws: PlaceCollectionError.self) { try book.add(home) }
        try book.set(try Walk.place("place 7", east: 7))
        var large = PlaceCollection()
        let ring = (0..<1000).map { index in
            Coordinate(
                clampingLatitude: 10 + (index < 500 ? 0 : 0.1),
                longitude: Double(index < 500 ? index : 999 - index) / 1e4)
        }
        let polygon = PlaceShape.polygon(try PlacePolygon(rings: [ring]))
        for number in 0..<100 {
            let name = try #require(PlaceName("place \(number)"))
            try large.add(try #require(Place(name: name, shape: polygon)))
        }
        #expect(throws: PlaceCollectionError.self) {
            try large.add(try #require(Place(name: home.name, shape: polygon)))
        }
        let triangle = PlaceShape.polygon(try PlacePolygon(rings: [[ring[0], ring[10], ring[700]]]))
        let small = try #require(Place(name: work.name, shape: triangle))
        #expect(throws: PlaceCollectionError.full(places: 5000, corners: 100_000)) { try large.add(small) }
        try large.add(home)
        // What is replaced or removed makes room.
        try large.set(try Walk.place("place 7"))
        try large.add(small)
        #expect(throws: PlaceCollectionError.self) {
            try large.set(try #require(Place(name: home.name, shape: polygon)))
        }
        try large.remove(small.name)
        try large.set(try #require(Place(name: home.name, shape: polygon)))
        #expect(throws: PlaceCollectionError.self) { try large.add(small) }
    }
}
