import Testing

@testable import Coastline

@Suite struct RingClipperTests {
    private let clipper = RingClipper(range: 0...10)

    /// The signed area of a ring, which clipping to the square changes to that of the part inside.
    private func area(_ ring: [SquarePoint]) -> Double {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }

    private func ring(_ points: [(Double, Double)]) -> [SquarePoint] { points.map { SquarePoint(x: $0.0, y: $0.1) } }

    @Test("a ring inside stays as it is, and one outside vanishes")
    func whole() {
        let inside = ring([(1, 1), (9, 1), (5, 9)])
        #expect(clipper.clip(inside) == inside)
        #expect(clipper.clip(ring([(11, 1), (19, 1), (15, 9)])) == [])
        #expect(clipper.clip([]) == [])
    }

    @Test("a ring around the square becomes the square")
    func around() {
        let clipped = clipper.clip(ring([(-5, -5), (25, -5), (25, 25), (-5, 25)]))
        #expect(area(clipped) == 100)
    }

    @Test("a ring that leaves and returns encloses only what is inside")
    func comb() {
        // Two teeth of 2 by 5 reach into the square from the left.
        let clipped = clipper.clip(
            ring([(-5, 0), (5, 0), (5, 2), (-3, 2), (-3, 4), (5, 4), (5, 6), (-5, 6)]))
        #expect(area(clipped) == 20)
        #expect(clipped.allSatisfy { (0...10).contains($0.x) && (0...10).contains($0.y) })
    }
}
