import Location
import Testing

@testable import Privacy

struct PrivacyZonesTests {
    static let centres: [(Double, Double)] = [
        (51.5, -0.1), (0, 0), (-37.81, 144.963), (-16.5, 179.9995), (-16.5, -180), (89.9995, 40), (-90, 0), (70, 25),
    ]

    @Test("the whole circle is hidden anywhere on Earth, and nothing far from it", arguments: centres)
    func circle(place: (Double, Double)) throws {
        let zones = try zones(place.0, place.1)
        let centre = try #require(Coordinate(latitude: place.0, longitude: place.1))
        for step in 0..<360 {
            let angle = Double(step) * .pi / 180
            let (north, east) = (cosine(angle), cosine(angle - .pi / 2))
            for distance in [0, 50, 199.9] {
                #expect(zones.zone(hiding: centre.moved(north: north * distance, east: east * distance)) != nil)
            }
            guard abs(place.0) < 89 else { continue }
            #expect(zones.zone(hiding: centre.moved(north: north * 700, east: east * 700)) == nil)
        }
        #expect(zones.zone(hiding: centre)?.name == "Home")
    }

    private func cosine(_ angle: Double) -> Double {
        // The series is exact enough for distances around a circle.
        let x = angle.remainder(dividingBy: 2 * .pi)
        return (1...12).reduce((sum: 1.0, term: 1.0)) { state, n in
            let term = -state.term * x * x / Double((2 * n - 1) * 2 * n)
            return (state.sum + term, term)
        }.sum
    }

    @Test("trails end at the same border for all centres within a cell of the radius", arguments: centres)
    func borders(place: (Double, Double)) throws {
        let start = try #require(Coordinate(latitude: place.0, longitude: place.1))
        guard abs(start.latitude) < 89 else { return }
        let cell = Grid(precision: 200).cell(of: start)
        let corner = (cell.latitudes.lowerBound + 1e-6, cell.longitudes.lowerBound + 1e-6)
        let other = (cell.latitudes.upperBound - 1e-6, cell.longitudes.upperBound - 1e-6)
        let blocks = [try zones(corner.0, corner.1), try zones(other.0, other.1)]
        let middle = Grid(precision: 200).rounded(start)
        var hidden = 0
        for metres in stride(from: -1000.0, through: 1000, by: 5) {
            for way in [middle.moved(north: metres, east: 0), middle.moved(north: 0, east: metres)] {
                let results = blocks.map { $0.zone(hiding: way) != nil }
                #expect(results[0] == results[1], "\(metres)")
                hidden += results[0] ? 1 : 0
            }
        }
        // Slightly more than three cells of 200 m in each direction, in steps of 5 m.
        #expect((240...250).contains(hidden), "\(hidden)")
    }

    @Test("a position that may be inside is hidden, but not beyond a margin of the radius")
    func accuracy() throws {
        let zones = try zones(51.5, -0.1)
        let outside = try #require(Coordinate(latitude: 51.5, longitude: -0.1)).moved(north: 620, east: 0)
        let far = outside.moved(north: 400, east: 0)
        #expect(zones.zone(hiding: outside) == nil)
        #expect(zones.zone(hiding: outside, accuracy: 1) == nil)
        #expect(zones.zone(hiding: far, accuracy: 1e9) == nil)
        #expect(zones.zone(hiding: far, accuracy: .nan) == nil)
        let near = try #require(Coordinate(latitude: 51.5, longitude: -0.1)).moved(north: 0, east: 405)
        #expect(zones.zone(hiding: near, accuracy: 200) != nil)
    }

    @Test("radii are limited, and the first of several zones gives its name")
    func several() throws {
        let centre = try #require(Coordinate(latitude: 1, longitude: 1))
        for radius in [0, -1, .nan, .infinity, 1e6] {
            #expect(PrivacyZone(name: "x", centre: centre, radius: radius) == nil)
        }
        let two = try ["a", "b"].map { try #require(PrivacyZone(name: $0, centre: centre, radius: 10)) }
        #expect(PrivacyZones(two).zone(hiding: centre)?.name == "a")
        #expect(PrivacyZones().isEmpty && PrivacyZones().zone(hiding: centre) == nil)
    }
}
