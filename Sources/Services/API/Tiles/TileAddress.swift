/// Which square of the web map: zoom, column and row, as they stand in the addresses of web maps.
public struct TileAddress: Hashable, Sendable {
    /// The deepest zoom there is.
    public static let maxZoom = 30

    /// How often the world has been halved, 0 to ``deepestZoom``.
    public let zoom: Int
    /// The column, from 0 at the antimeridian towards the east.
    public let column: Int
    /// The row, from 0 in the north.
    public let row: Int

    /// Makes an address; nil where there is no such square.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...Self.maxZoom).contains(zoom) else { return nil }
        let side = 1 << zoom
        guard (0..<side).contains(column), (0..<side).contains(row) else { return nil }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    /// The row as MBTiles counts it: from the south (specification 1.3, after the Tile Map Service).
    var rowFromSouth: Int { (1 << zoom) - 1 - row }
}
