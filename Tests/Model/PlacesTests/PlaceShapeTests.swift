import Location
import Simulator
import Testing

@testable import Places

struct PlaceShapeTests {
    /// Positions at singularities of degrees, and ordinary ones.
    static let centres: [(latitude: Double, longitude: Double)] = [
        (48, 11), (-16.8, 180), (-16.8, -179.99), (89.99, 25), (90, 0), (-90, 0), (0, 0),
    ]

    @Test("a circle contains exactly what is within its radius", arguments: centres)
    func circle(latitude: Double, longitude: Double) throws {
        let circle = try Samples.circle(latitude, longitude, radius: 300)
        let shape = PlaceShape.circle(circle)
        for (north, east) in [(299.0, 0.0), (0, -299), (200, 200)] {
            #expect(shape.contains(circle.centre.moved(north: north, east: east)))
        }
        for (north, east) in [(301.0, 0.0), (0, -301), (-220, 220)] {
            #expect(!shape.contains(circle.centre.moved(north: north, east: east)))
        }
        #expect(abs(shape.signedDistance(to: circle.centre.moved(north: 0, east: 1000)) - 700) < 0.1)
        #expect(shape.signedDistance(to: circle.centre) == -300)
    }

    @Test("limits the radius of a circle to 1 m to 100 km")
    func radii() throws {
        let centre = try Samples.coordinate(1, 2)
        for radius in [0, -1, 0.9, 100_001, .nan, .infinity] {
            #expect(PlaceCircle(centre: centre, radius: radius) == nil)
        }
        #expect(PlaceCircle(centre: centre, radius: 1) != nil)
        #expect(PlaceCircle(centre: centre, radius: 100_000) != nil)
    }

    @Test("a square contains exactly what is between its edges, with and without a hole", arguments: centres)
    func square(latitude: Double, longitude: Double) throws {
        let centre = try Samples.coordinate(latitude, longitude)
        let whole = PlaceShape.polygon(try Samples.square(around: centre, half: 200))
        let rings = [Samples.ring(around: centre, half: 200), Samples.ring(around: centre, half: 50)]
        let holed = PlaceShape.polygon(try PlacePolygon(rings: rings))
        #expect(abs(whole.signedDistance(to: centre) + 200) < 0.1)
        #expect(abs(holed.signedDistance(to: centre) - 50) < 0.1)
        for (north, east) in [(100.0, 0.0), (-100, 0), (0, 100), (0, -100), (190, 190)] {
            let spot = centre.moved(north: north, east: east)
            #expect(whole.contains(spot) && holed.contains(spot))
        }
        let away = centre.moved(north: 500, east: 0)
        #expect(abs(whole.signedDistance(to: away) - 300) < 0.1)
        #expect(abs(holed.signedDistance(to: away) - 300) < 0.1)
    }

    @Test("the bearing from outside is that to the nearest point of the border, from inside to the centre")
    func bearing() throws {
        let centre = try Samples.coordinate(48, 11)
        let ring = [(0.0, 0.0), (0, 10_000), (1000, 10_000), (1000, 0)].map { centre.moved(north: $0.0, east: $0.1) }
        let strip = PlaceShape.polygon(try PlacePolygon(rings: [ring]))
        for (north, east, expected) in [(-2000.0, 1000.0, 0.0), (3000, 9000, 180), (500, -700, 90), (-300, -300, 45)] {
            let bearing = try #require(strip.bearing(from: centre.moved(north: north, east: east)))
            #expect(abs((bearing - expected + 180).truncatingRemainder(dividingBy: 360) - 180) < 0.2, "\(bearing)")
        }
        let inside = centre.moved(north: 500, east: 100)
        #expect(strip.bearing(from: inside) == inside.bearing(to: strip.centre))
        let far = try Samples.coordinate(30, 11)
        #expect(strip.bearing(from: far) == far.bearing(to: strip.centre))
        let circle = PlaceShape.circle(try Samples.circle(48, 11, radius: 300))
        let south = centre.moved(north: -2000, east: 0)
        #expect(circle.bearing(from: south) == south.bearing(to: centre))
    }

    @Test("the distance to a polygon is that to its nearest edge, a geodesic", arguments: centres)
    func bruteForce(latitude: Double, longitude: Double) throws {
        var generator = SeededGenerator(seed: 7)
        let centre = try Samples.coordinate(latitude, longitude)
        let corners = (0..<9).map { index in
            let (direction, length) = (Double(index) * 40, Double.random(in: 500...4000, using: &generator))
            return centre.moved(Self.vector(direction, length))
        }
        let shape = PlaceShape.polygon(try PlacePolygon(rings: [corners]))
        let border = zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { from, to in
            (0..<500).map { from.interpolated(to: to, fraction: Double($0) / 500) }
        }
        for _ in 0..<12 {
            let spot = centre.moved(
                Self.vector(.random(in: 0..<360, using: &generator), .random(in: 0...6000, using: &generator)))
            let nearest = border.map(spot.distance).min() ?? 0
            #expect(abs(abs(shape.signedDistance(to: spot)) - nearest) < 8, "\(spot)")
        }
    }

    @Test("a star contains what is between its centre and its edge, and nothing beyond", arguments: centres)
    func sides(latitude: Double, longitude: Double) throws {
        let centre = try Samples.coordinate(latitude, longitude)
        let corners = (0..<12).map { centre.moved(Self.vector(Double($0) * 30, $0.isMultiple(of: 2) ? 3000 : 1000)) }
        let shape = PlaceShape.polygon(try PlacePolygon(rings: [corners]))
        for (index, corner) in corners.enumerated() {
            let middle = corner.interpolated(to: corners[(index + 1) % corners.count], fraction: 0.5)
            #expect(shape.contains(centre.interpolated(to: middle, fraction: 0.98)))
            #expect(shape.contains(centre.interpolated(to: corner, fraction: 0.98)))
            #expect(abs(shape.signedDistance(to: middle)) < 0.5)
            let beyond = Self.vector(Double(index) * 30, index.isMultiple(of: 2) ? 3030 : 1030)
            #expect(!shape.contains(centre.moved(beyond)))
        }
    }

    @Test("the edges of a polygon the size of a country are accurate far from its corners")
    func large() throws {
        let corners = try [(45.0, 5.0), (45, 12), (51, 12), (51, 5)].map(Samples.coordinate)
        let shape = PlaceShape.polygon(try PlacePolygon(rings: [corners]))
        let middle = corners[3].interpolated(to: corners[2], fraction: 0.5)
        for metres in [-2000.0, -100, 100, 2000] {
            let distance = shape.signedDistance(to: middle.moved(north: metres, east: 0))
            #expect(abs(distance - metres) < 0.005 * abs(metres) + 0.5)
        }
        let far = try Samples.coordinate(-48, -170)
        #expect(shape.signedDistance(to: far) > 15_000_000)
        #expect(!shape.contains(far))
    }

    private static func vector(_ course: Double, _ metres: Double) -> LocalVector {
        let origin = LocalFrame(origin: Coordinate(clampingLatitude: 0, longitude: 0))
        return origin.velocity(speed: metres, course: course, at: origin.projection(of: origin.origin))
    }
}

extension Coordinate {
    fileprivate func moved(_ vector: LocalVector) -> Coordinate { moved(north: vector.north, east: vector.east) }
}
