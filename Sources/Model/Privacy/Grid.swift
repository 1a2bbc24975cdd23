import Glibc
import Location

/// A grid over the Earth with cells of nearly one size, none smaller than the precision.
///
/// A position is rounded to the centre of its cell. All fixes of one place give the same centre, so averaging reveals
/// nothing, unlike added noise; all shares of one precision give it too, so combining them reveals nothing. A movement
/// from one cell to the next still reveals the border between them.
struct Grid: Hashable, Sendable {
    /// Side length in metres.
    let precision: Double
    /// Rows from pole to pole.
    private let rows: Double

    /// Metres in a degree of latitude at the equator, where they are fewest (WGS 84: 110 574.3).
    private static let metresPerDegree = 110_574.0

    init(precision: Double) {
        self.precision = precision
        rows = max(1, (180 * Self.metresPerDegree / precision).rounded(.down))
    }

    /// The ranges of a cell in degrees, south to north and west to east.
    struct Cell: Hashable, Sendable {
        let latitudes: ClosedRange<Double>
        let longitudes: ClosedRange<Double>
    }

    func cell(of coordinate: Coordinate) -> Cell {
        let row = min(((coordinate.latitude + 90) / 180 * rows).rounded(.down), rows - 1)
        let south = row / rows * 180 - 90
        let north = min((row + 1) / rows * 180 - 90, 90)
        let columns = columns(between: south, and: north)
        // Longitudes -180 and 180 are the same meridian.
        let longitude = coordinate.longitude == 180 ? -180 : coordinate.longitude
        let column = min(((longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        let west = column / columns * 360 - 180
        return Cell(
            latitudes: min(south, north)...north,
            longitudes: west...max(west, (column + 1) / columns * 360 - 180))
    }

    /// Returns the centre of the cell of a coordinate.
    func rounded(_ coordinate: Coordinate) -> Coordinate {
        let cell = cell(of: coordinate)
        return Coordinate(clampingLatitude: cell.latitudes.middle, longitude: cell.longitudes.middle)
    }

    /// Returns the radius in metres around a rounded position that contains the true one as surely as the exact radius
    /// did.
    ///
    /// Adds the distance to the corner of the cell, since the distance to the centre would reveal the position. The
    /// radius is rounded up as well.
    func widened(_ radius: Double, at coordinate: Coordinate) -> Double {
        let cell = cell(of: coordinate)
        let middle = rounded(coordinate)
        let corners = [cell.latitudes.lowerBound, cell.latitudes.upperBound].map {
            Coordinate(clampingLatitude: $0, longitude: cell.longitudes.lowerBound).distance(to: middle)
        }
        let step = precision / 10
        return ((corners.max() ?? 0) / step).rounded(.up) * step + (radius / step).rounded(.up) * step
    }

    /// Returns the number of cells in a row such that none is narrower than the precision; one at a pole.
    private func columns(between south: Double, and north: Double) -> Double {
        // The side nearer to the pole is the shorter one.
        let cosine = cos(max(abs(south), abs(north)) * .pi / 180)
        return max(1, (360 * Self.metresPerDegree * cosine / precision).rounded(.down))
    }
}

extension ClosedRange<Double> {
    fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}
