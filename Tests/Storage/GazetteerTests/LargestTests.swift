import Gazetteer
import Testing

struct LargestTests {
    private let gazetteer: ScratchGazetteer

    init() throws {
        gazetteer = try ScratchGazetteer()
        try gazetteer.add(
            "towns",
            """
            name,latitude,longitude,population
            Suva,-18.14,178.44,77366
            Apia,-13.83,-171.77,40407
            Labasa,-16.43,179.38,27949
            Melbourne,-37.81,144.96,4917750
            Hamlet,-16.5,179.9,
            """)
    }

    private func names(_ longitudes: [ClosedRange<Double>], count: Int = 10) throws -> [String] {
        try gazetteer.store.largest(latitudes: -20 ... -10, longitudes: longitudes, count: count).map(\.name)
    }

    @Test("the places of a box are listed by population, those without one last")
    func order() throws {
        #expect(try names([170...180]) == ["Suva", "Labasa", "Hamlet"])
        #expect(try names([170...180], count: 1) == ["Suva"])
    }

    @Test("a box crosses the antimeridian")
    func antimeridian() throws {
        #expect(try names([179...180, -180 ... -170]) == ["Apia", "Labasa", "Hamlet"])
    }

    @Test("a box without places has none")
    func none() throws {
        #expect(try names([0...10]) == [])
    }
}
