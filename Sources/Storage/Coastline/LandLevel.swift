/// A resolution of the outlines: a grid of bins, from north to south and in each row from Greenwich eastwards.
struct LandLevel: Hashable, Sendable {
    /// The length of its part of the header in bytes.
    static let headerLength = 16
    private static let (halfTurn, maxBins) = (180 * 60, 1 << 20)

    /// The size of a bin in minutes of arc, a divisor of a half turn.
    let minutes: Int
    /// The distance in metres by which the outlines may be off.
    let tolerance: Int
    /// The position of the index in the file.
    let index: Int

    /// Parses its part of the header; nil if it is invalid.
    init?(_ bytes: ArraySlice<UInt8>) {
        let numbers = (0..<3).compactMap { bytes.dropFirst(4 * $0).littleEndian }
        guard numbers.count == 3, numbers[0] > 0, Self.halfTurn % numbers[0] == 0 else { return nil }
        (minutes, tolerance, index) = (numbers[0], numbers[1], numbers[2])
        guard rows * columns <= Self.maxBins else { return nil }
    }

    var rows: Int { Self.halfTurn / minutes }
    var columns: Int { 2 * rows }
    /// The size of a bin in degrees.
    var degrees: Double { Double(minutes) / 60 }

    func bins(of square: MapSquare) -> [BinPosition] {
        let rows = numbers(of: 180, from: 90 - square.latitudes.upperBound, to: 90 - square.latitudes.lowerBound)
        let columns = numbers(
            of: 360, from: square.longitudes.lowerBound + 180, to: square.longitudes.upperBound + 180)
        return rows.flatMap { row in
            columns.map { column in
                BinPosition(
                    // The file begins at Greenwich, the map at the antimeridian.
                    number: row * self.columns + (column + self.rows) % self.columns,
                    west: Double(column) * degrees - 180, south: 90 - Double(row + 1) * degrees, size: degrees)
            }
        }
    }

    private func numbers(of range: Double, from first: Double, to last: Double) -> ClosedRange<Int> {
        let limit = Int((range / degrees).rounded()) - 1
        let begin = min(max(Int(first / degrees), 0), limit)
        return begin...min(max(Int(last / degrees), begin), limit)
    }
}

/// A bin: its number in the file and its place on the map.
struct BinPosition: Hashable, Sendable {
    /// The number in the index.
    let number: Int
    /// The western edge in degrees, -180 up to but not including 180.
    let west: Double
    /// The southern edge in degrees.
    let south: Double
    /// The width and height in degrees.
    let size: Double
}

extension Collection<UInt8> {
    /// The number in the first four bytes; nil if there are fewer.
    var littleEndian: Int? {
        guard count >= 4 else { return nil }
        return prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
}
