import Glibc
import Location
import Simulator
import Testing

@testable import Places

/// Shapes on the plane, where exact answers are known.
struct FlatShapeTests {
    private typealias Grid = (north: Int, east: Int)

    private func vector(_ point: Grid) -> LocalVector {
        LocalVector(north: Double(point.north), east: Double(point.east))
    }

    private func edge(_ from: Grid, _ to: Grid) -> FlatEdge { FlatEdge(from: vector(from), to: vector(to)) }

    /// The sign of the area of a triangle, in whole numbers.
    private func turn(_ a: Grid, _ b: Grid, _ c: Grid) -> Int {
        ((b.north - a.north) * (c.east - a.east) - (b.east - a.east) * (c.north - a.north)).signum()
    }

    @Test("edges cross if each has its ends on both sides of the other; touching is not crossing")
    func crossings() {
        var generator = SeededGenerator(seed: 1)
        func point() -> Grid { (.random(in: 0...6, using: &generator), .random(in: 0...6, using: &generator)) }
        var count = 0
        for _ in 0..<4000 {
            let (a, b, c, d) = (point(), point(), point(), point())
            let isCrossing = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
            #expect(edge(a, b).crosses(edge(c, d)) == isCrossing, "\(a) \(b) \(c) \(d)")
            count += isCrossing ? 1 : 0
        }
        #expect(count > 200)
    }

    @Test("a corner within a centimetre of an edge touches it", arguments: [(0.009, false), (0.011, true)])
    func tolerance(over: Double, isCrossing: Bool) {
        let (wall, end) = (edge((0, 0), (0, 100)), LocalVector(north: -over, east: 50))
        #expect(wall.crosses(FlatEdge(from: LocalVector(north: 30, east: 50), to: end)) == isCrossing)
        #expect(FlatEdge(from: end, to: LocalVector(north: 30, east: 50)).crosses(wall) == isCrossing)
    }

    @Test("the distance to an edge is that to its nearest point, also if it is a point")
    func distances() {
        let edge = edge((0, 0), (0, 10))
        for (point, expected) in [((3, 5), 9.0), ((-3, 5), 9), ((0, 5), 0), ((3, 14), 25), ((4, -3), 25)]
            as [(Grid, Double)]
        {
            #expect(edge.squaredDistance(to: vector(point)) == expected)
        }
        #expect(self.edge((1, 1), (1, 1)).squaredDistance(to: vector((4, 5))) == 25)
        let short = FlatEdge(from: LocalVector(), to: LocalVector(north: 0, east: 0.5))
        #expect(short.squaredDistance(to: LocalVector(north: 1, east: 0.5)) == 1)
    }

    @Test("a ray to the east meets a corner once, with the edge that goes north from it")
    func rays() {
        let origin = vector((0, 0))
        for (from, to, isMet) in [
            ((-1, 1), (1, 1), true), ((1, 1), (-1, 1), true), ((-1, -1), (1, -1), false), ((-1, 1), (0, 1), false),
            ((0, 1), (1, 1), true), ((0, 1), (0, 5), false), ((-2, -1), (2, 3), true), ((-2, -3), (2, 1), false),
            ((-1, 0), (1, 0), false),
        ] as [(Grid, Grid, Bool)] {
            #expect(edge(from, to).intersectsRay(eastFrom: origin) == isMet, "\(from) \(to)")
        }
    }

    @Test("what is not projected is at least as far away as its bound says, at any point")
    func beyond() {
        let point = LocalVector(north: 3, east: 4)
        for (bound, expected) in [(100.0, 95.0), (-100, -95), (0, 5)] {
            #expect(FlatShape.beyond(bound).signedDistance(at: point) == expected)
        }
    }

    @Test("the border belongs to a place")
    func border() throws {
        let centre = try Samples.coordinate(48, 11)
        let spot = centre.moved(north: 70, east: 90)
        let circle = try #require(PlaceCircle(centre: centre, radius: centre.distance(to: spot)))
        #expect(PlaceShape.circle(circle).contains(spot) && PlaceShape.circle(circle).signedDistance(to: spot) == 0)
    }

    @Test("a ring needs a square metre", arguments: [(1.3, false), (1.5, true)])
    func area(side: Double, isValid: Bool) throws {
        let centre = try Samples.coordinate(48, 11)
        let ring = [(0.0, 0.0), (side, 0), (0, side)].map { centre.moved(north: $0.0, east: $0.1) }
        #expect(((try? PlacePolygon(rings: [ring])) != nil) == isValid)
    }

    @Test("a corner is at most 500 km from the centre, and the bounding circle has a hundredth more")
    func corners() throws {
        let centre = try Samples.coordinate(0, 11)
        for (half, isValid) in [(352_000.0, true), (355_000, false)] {
            let polygon = try? Samples.square(around: centre, half: half)
            #expect((polygon != nil) == isValid)
            guard let polygon else { continue }
            let circle = polygon.boundingCircle
            let farthest = try #require(polygon.rings[0].map(circle.centre.distance).max())
            #expect(farthest < 500_000 && abs(circle.radius / farthest - 1.01) < 1e-9)
        }
    }

    @Test("a polygon with any number of corners contains its middle, and not what is beside it", arguments: 3...8)
    func inside(count: Int) throws {
        let centre = try Samples.coordinate(48, 11)
        let ring = (0..<count).map { number in
            let angle = Double(number) * 2 * .pi / Double(count)
            return centre.moved(north: 100 * cos(angle), east: 100 * sin(angle))
        }
        let shape = PlaceShape.polygon(try PlacePolygon(rings: [ring]))
        for (north, east, isInside) in [
            (0.0, 0.0, true), (20, -20, true), (120, 0, false), (-150, 3, false), (5, -130, false),
        ] {
            #expect(shape.contains(centre.moved(north: north, east: east)) == isInside)
        }
        #expect(shape.centre.distance(to: centre) < 0.01)
    }

    @Test("beyond 1,000 km the distance to a polygon is that to the circle around it")
    func far() throws {
        let centre = try Samples.coordinate(0, 11)
        let polygon = try Samples.square(around: centre, half: 100_000)
        let circle = polygon.boundingCircle
        for (longitude, isCircle) in [(19.0, false), (22.5, true)] {
            let spot = try Samples.coordinate(0, longitude)
            let distance = PlaceShape.polygon(polygon).signedDistance(to: spot)
            #expect((distance == circle.centre.distance(to: spot) - circle.radius) == isCircle)
            #expect(isCircle || abs(distance / (centre.distance(to: spot) - 100_000) - 1) < 0.005)
        }
    }
}
