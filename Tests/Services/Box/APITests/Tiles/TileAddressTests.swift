import API
import Testing

struct TileAddressTests {
    @Test(
        "existing squares are addresses",
        arguments: [(0, 0, 0), (1, 1, 1), (19, 524_287, 0), (30, 1_073_741_823, 1_073_741_823)])
    func there(zoom: Int, column: Int, row: Int) throws {
        let address = try #require(TileAddress(zoom: zoom, column: column, row: row))
        #expect(address.zoom == zoom && address.column == column && address.row == row)
    }

    @Test(
        "other squares are not",
        arguments: [
            (0, 1, 0), (0, 0, 1), (1, 2, 0), (-1, 0, 0), (31, 0, 0), (5, -1, 0), (5, 0, -1), (5, 0, 32),
            (.max, .max, .max), (.min, .min, .min),
        ])
    func notThere(zoom: Int, column: Int, row: Int) {
        #expect(TileAddress(zoom: zoom, column: column, row: row) == nil)
    }
}
