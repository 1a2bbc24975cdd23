import Location
import Testing

@testable import Privacy

struct GridTests {
    static let places: [(Double, Double)] = [
        (0, 0), (-37.81, 144.963), (51.5, -0.1), (71.2, 179.9999), (-16.5, -180), (-16.5, 180), (89.9999, 12), (90, 0),
        (-90, 77), (84.99, -60), (0.0001, -0.0001),
    ]

    @Test(
        "a rounded position is near, and its circle contains the whole cell", arguments: places,
        [1, 100, 2500, 100_000.0])
    func honest(place: (Double, Double), precision: Double) throws {
        let grid = Grid(precision: precision)
        let coordinate = try #require(Coordinate(latitude: place.0, longitude: place.1))
        let middle = grid.rounded(coordinate)
        let widened = grid.widened(7, at: coordinate)
        #expect(coordinate.distance(to: middle) + 7 <= widened + 1e-6)
        #expect(widened <= precision * 2.5 + 7.1)
        #expect(grid.rounded(middle) == middle)
        // Cells are no smaller than the precision: half of one is at least half the precision.
        let cell = grid.cell(of: coordinate)
        let side = Coordinate(clampingLatitude: middle.latitude, longitude: cell.longitudes.lowerBound)
        let edge = Coordinate(clampingLatitude: cell.latitudes.lowerBound, longitude: middle.longitude)
        #expect(middle.distance(to: edge) >= precision / 2 * 0.999)
        #expect(middle.distance(to: side) >= precision / 2 * 0.999 || abs(middle.latitude) > 80)
    }

    @Test("a thousand noisy fixes of one place reveal no more than one")
    func averaging() throws {
        let grid = Grid(precision: 100)
        let home = grid.rounded(try #require(Coordinate(latitude: 51.5, longitude: -0.1))).moved(north: 20, east: -15)
        var shown: Set<Coordinate> = []
        var radii: Set<Double> = []
        for number in 0..<1000 {
            let angle = Double(number)
            let noisy = home.moved(
                north: angle.remainder(dividingBy: 16), east: (angle * 7).remainder(dividingBy: 16))
            shown.insert(grid.rounded(noisy))
            radii.insert(grid.widened(3 + angle.truncatingRemainder(dividingBy: 5), at: noisy))
        }
        #expect(shown.count == 1 && radii.count == 1)
    }

    @Test("180 degrees west and east are one place")
    func seam() throws {
        let (west, east) = (Coordinate(latitude: 10, longitude: -180), Coordinate(latitude: 10, longitude: 180))
        let grid = Grid(precision: 1000)
        #expect(grid.rounded(try #require(west)) == grid.rounded(try #require(east)))
    }
}
