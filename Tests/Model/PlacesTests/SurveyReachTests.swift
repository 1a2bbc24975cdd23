import Location
import Testing

@testable import Places

/// How far a survey of the surroundings reaches, which decides how often there is one.
struct SurveyReachTests {
    /// Places in a ring around a point, at a distance in metres.
    private func ring(_ count: Int, at metres: Double) throws -> [Place] {
        try (0..<count).map { number in
            let centre = Walk.origin.moved(north: Double(number) / 2, east: metres)
            let circle = try #require(PlaceCircle(centre: centre, radius: 1))
            let name = try #require(PlaceName("\(count) \(metres) \(number)"))
            return try #require(Place(name: name, shape: .circle(circle)))
        }
    }

    @Test(
        "a survey reaches 4 km, and half as far as often as more than eight places are near, down to 20 m",
        arguments: [(0, 0.0, 4000.0), (8, 1500, 4000), (9, 1500, 1000), (9, 3000, 2000), (9, 15, 20), (30, 5, 20)])
    func reach(count: Int, metres: Double, expected: Double) throws {
        var walk = Walk(try ring(count, at: metres) + [try Walk.place("far", east: 90_000)])
        // Each place is decided, so that only its border is of interest.
        walk.stand(east: 0, for: 20)
        #expect(walk.monitor.nearby?.reach == expected)
        #expect(walk.monitor.nearby?.neighbours.count == (expected < 4000 && expected > 20 ? 0 : count))
    }

    @Test("the next survey reaches up to four times as far as the last")
    func growth() throws {
        var walk = Walk(try ring(9, at: 5))
        walk.stand(east: 0, for: 20)
        var reaches: [Double?] = []
        for east in [-200.0, -700, -2000, -9000, -20_000] {
            walk.stand(east: east)
            reaches.append(walk.monitor.nearby?.reach)
        }
        #expect(reaches == [80, 320, 1280, 4000, 4000])
    }
}
