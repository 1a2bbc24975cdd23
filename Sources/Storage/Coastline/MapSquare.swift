import Glibc

/// A square of the web map in Mercator's projection: zoom, column and row as in the URLs of web maps.
public struct MapSquare: Hashable, Sendable {
    /// The maximum zoom.
    public static let maxZoom = 20

    /// The zoom level, 0 to ``maxZoom``.
    public let zoom: Int
    /// The column, from 0 at the antimeridian eastwards.
    public let column: Int
    /// The row, from 0 in the north.
    public let row: Int

    /// Creates a square; nil if there is none with these numbers.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.maxZoom).contains(zoom) else { return nil }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The number of squares in a row.
    private var side: Double { Double(1 << zoom) }

    /// The western and eastern edges in degrees, -180 to 180.
    var longitudes: ClosedRange<Double> {
        (Double(column) / side * 360 - 180)...(Double(column + 1) / side * 360 - 180)
    }

    /// The southern and northern edges in degrees, within 85.06.
    var latitudes: ClosedRange<Double> { latitude(atRow: row + 1)...latitude(atRow: row) }

    /// The width of one of its 256 points at the equator, in metres.
    var metresPerPoint: Double { 40_075_016.7 / 256 / side }

    private func latitude(atRow row: Int) -> Double {
        atan(sinh(.pi * (1 - 2 * Double(row) / side))) * 180 / .pi
    }

    /// Returns the horizontal position of a longitude, in widths of the square from its western edge.
    func x(longitude: Double) -> Double { (longitude + 180) / 360 * side - Double(column) }

    /// Returns the vertical position of a latitude, in heights of the square from its northern edge.
    ///
    /// The poles, which are infinitely far, become the end of the projection beyond every map.
    func y(latitude: Double) -> Double {
        let limited = min(max(latitude, -89.9), 89.9) * .pi / 180
        return (1 - asinh(tan(limited)) / .pi) / 2 * side - Double(row)
    }
}
