import Glibc
import Location

/// The Earth in cells of about one size, none smaller than was asked for.
///
/// A position is rounded to the middle of its cell. That is the same for each of a thousand fixes of one place, so that
/// no average tells more than one of them does, as it would of positions with noise; and it is the same for every share
/// of that precision, so that two of them tell no more than one. What remains is that whoever watches a machine go from
/// one cell to the next knows that it is at the border between.
struct Grid: Hashable, Sendable {
    /// Metres, from side to side.
    let precision: Double
    /// Rows from pole to pole.
    private let rows: Double

    /// Metres in a degree of latitude where they are fewest, at the equator (WGS 84: 110 574.3).
    private static let metresPerDegree = 110_574.0

    init(precision: Double) {
        self.precision = precision
        rows = max(1, (180 * Self.metresPerDegree / precision).rounded(.down))
    }

    /// A cell: degrees from south to north and from west to east.
    struct Cell: Hashable, Sendable {
        let latitudes: ClosedRange<Double>
        let longitudes: ClosedRange<Double>
    }

    /// The cell that a coordinate is in.
    func cell(of coordinate: Coordinate) -> Cell {
        let row = min(((coordinate.latitude + 90) / 180 * rows).rounded(.down), rows - 1)
        let south = row / rows * 180 - 90
        let north = min((row + 1) / rows * 180 - 90, 90)
        let columns = columns(between: south, and: north)
        // 180 degrees west and east are the same place.
        let longitude = coordinate.longitude == 180 ? -180 : coordinate.longitude
        let column = min(((longitude + 180) / 360 * columns).rounded(.down), columns - 1)
        let west = column / columns * 360 - 180
        return Cell(
            latitudes: min(south, north)...north,
            longitudes: west...max(west, (column + 1) / columns * 360 - 180))
    }

    /// The middle of the cell that a coordinate is in.
    func rounded(_ coordinate: Coordinate) -> Coordinate {
        let cell = cell(of: coordinate)
        return Coordinate(clampingLatitude: cell.latitudes.middle, longitude: cell.longitudes.middle)
    }

    /// Metres around a rounded position that hold the truth as surely as the exact one's radius did.
    ///
    /// The way to the corner of the cell is added, whatever the way to its middle was, which would tell the position; and
    /// the radius is rounded up itself.
    func widened(_ radius: Double, at coordinate: Coordinate) -> Double {
        let cell = cell(of: coordinate)
        let middle = rounded(coordinate)
        let corners = [cell.latitudes.lowerBound, cell.latitudes.upperBound].map {
            Coordinate(clampingLatitude: $0, longitude: cell.longitudes.lowerBound).distance(to: middle)
        }
        let step = precision / 10
        return ((corners.max() ?? 0) / step).rounded(.up) * step + (radius / step).rounded(.up) * step
    }

    /// So many cells around the Earth that those of a row are nowhere narrower than the precision; one at a pole.
    private func columns(between south: Double, and north: Double) -> Double {
        // The side towards the pole is the shorter one.
        let cosine = cos(max(abs(south), abs(north)) * .pi / 180)
        return max(1, (360 * Self.metresPerDegree * cosine / precision).rounded(.down))
    }
}

extension ClosedRange<Double> {
    fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}
