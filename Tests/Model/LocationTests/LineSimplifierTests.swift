import Location
import Testing

/// The points that a simplified line retains, measured by the geodesic.
struct LineSimplifierTests {
    /// A line in bends of some hundred metres, with a point every 10 m.
    private func bends(from start: Coordinate, points: Int) -> [Coordinate] {
        var generator = SystemRandomNumberGenerator()
        var place = start
        var step = LocalVector(north: 10)
        return (0..<points).map { index in
            if index % 40 == 0 { step = LocalVector(north: .random(in: -9...9, using: &generator), east: 6) }
            place = place.moved(north: step.north, east: step.east)
            return place
        }
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Returns the distance in metres from a point to the segment between two others, on a local plane around it.
    private func distance(_ point: Coordinate, from: Coordinate, to: Coordinate) -> Double {
        let map = LocalFrame(origin: point)
        let (a, b) = (map.offset(of: from), map.offset(of: to))
        let segment = b - a
        let length = segment.north * segment.north + segment.east * segment.east
        let fraction = length > 0 ? min(1, max(0, -(a.north * segment.north + a.east * segment.east) / length)) : 0
        return (a + segment * fraction).length
    }

    @Test(
        "removed points are within the tolerance of the line, anywhere on Earth",
        arguments: [(0, 0), (-37.8, 144.96), (89.999, 10), (-89.99, 0), (60, 179.999), (-10, -179.999)])
    func holdsTolerance(latitude: Double, longitude: Double) throws {
        let line = bends(from: try coordinate(latitude, longitude), points: 600)
        let retained = LineSimplifier(tolerance: 10).retainedIndices(of: line)
        #expect(retained.first == 0 && retained.last == 599)
        #expect(retained.count < 100)
        for (from, to) in zip(retained, retained.dropFirst()) {
            for point in line[from...to] { #expect(distance(point, from: line[from], to: line[to]) < 10.1) }
        }
    }

    @Test("retains corners and reversals")
    func corners() throws {
        let start = try coordinate(47, 8)
        let there = (0...10).map { start.moved(north: Double($0) * 100, east: 0) }
        let line = there + there.reversed().dropFirst() + [start.moved(north: 0, east: 50)]
        #expect(LineSimplifier(tolerance: 5).retainedIndices(of: line) == [0, 10, 20, 21])
    }

    @Test("lines of up to two points and lines of a single position are unchanged")
    func small() throws {
        let place = try coordinate(1, 2)
        let simplification = LineSimplifier(tolerance: 10)
        #expect(simplification.retainedIndices(of: []) == [])
        #expect(simplification.retainedIndices(of: [place]) == [0])
        #expect(simplification.retainedIndices(of: [place, place]) == [0, 1])
        #expect(simplification.retainedIndices(of: [place, place, place, place]) == [0, 3])
    }

    @Test(
        "an invalid tolerance simplifies nothing",
        arguments: [0, -1, Double.nan, -Double.infinity, Double.infinity])
    func nonsense(tolerance: Double) throws {
        let line = bends(from: try coordinate(10, 10), points: 41) + [try coordinate(11, 10)]
        #expect(LineSimplifier(tolerance: tolerance).retainedIndices(of: line).count > 3)
    }

    @Test("a straight line of 1,000 km has two points")
    func longWay() throws {
        let line = try (0...100).map { try coordinate(Double($0) / 10, 30) }
        #expect(LineSimplifier(tolerance: 1).retainedIndices(of: line) == [0, 100])
    }
}
