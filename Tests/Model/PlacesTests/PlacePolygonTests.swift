import Location
import Testing

@testable import Places

struct PlacePolygonTests {
    private let corners = [(0.0, 0.0), (0, 100), (100, 100), (100, 0)]

    private func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
        let origin = Coordinate(clampingLatitude: -37.8, longitude: 179.9995)
        return corners.map { origin.moved(north: $0.0, east: $0.1) }
    }

    @Test("removes repeated corners")
    func repeats() throws {
        let ring = ring(corners)
        let closed = try PlacePolygon(rings: [ring + ring.prefix(1)])
        let doubled = try PlacePolygon(rings: [ring.flatMap { [$0, $0] }])
        #expect(closed == doubled)
        #expect(closed.rings == [ring])
    }

    private static let invalid: [(rings: [[(Double, Double)]], error: PolygonError)] = [
        ([], .empty),
        ([[]], .tooFewCorners(ring: 1)),
        ([[(0, 0), (0, 1), (0, 0), (0, 1)]], .tooFewCorners(ring: 1)),
        ([[(0, 0), (0, 100), (0, 200)]], .degenerate(ring: 1)),
        ([[(0, 0), (100, 100), (0, 100), (100, 0)]], .crossing),
        ([[(0, 0), (0, 9), (9, 9)], [(20, 20), (20, 29), (29, 29)]], .holeOutside(ring: 2)),
        ([[(0, 0), (0, 9), (9, 9), (9, 0)], [(3, -20), (3, -15), (6, -15)]], .holeOutside(ring: 2)),
        ([[(0, 0), (0, 99), (99, 99), (99, 0)], [(20, 20), (20, 120), (50, 50)]], .crossing),
    ]

    @Test("rejects invalid polygons with a reason", arguments: invalid)
    func rejects(rings: [[(Double, Double)]], error: PolygonError) {
        #expect(throws: error) { try PlacePolygon(rings: rings.map(ring)) }
    }

    @Test("limits the size and the number of corners")
    func bounds() throws {
        let large = try [(0.0, 0.0), (0, 10), (10, 10)].map(Samples.coordinate)
        #expect(throws: PolygonError.tooLarge) { try PlacePolygon(rings: [large]) }
        let around = try [(0.0, 0.0), (0, 120), (0, -120)].map(Samples.coordinate)
        #expect(throws: PolygonError.tooLarge) { try PlacePolygon(rings: [around]) }
        let many = (0..<1001).map { Coordinate(clampingLatitude: 0, longitude: Double($0) / 1e4) }
        #expect(throws: PolygonError.tooManyCorners(1001)) { try PlacePolygon(rings: [many]) }
    }

    @Test("a hole may touch its outline")
    func touching() throws {
        let hole = [(0.0, 50.0), (60, 60), (60, 40)]
        let polygon = try PlacePolygon(rings: [ring(corners), ring(hole)])
        #expect(polygon.rings.count == 2)
    }
}
