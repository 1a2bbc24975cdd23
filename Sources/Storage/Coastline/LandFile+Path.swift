extension LandFile {
    /// The number of parts into which a square is divided on each axis: four for each of its points.
    public static let extent = 1024
    /// The width of the margin around a square, in the same parts, so that lines along its edge are hidden.
    private static let margin = 8

    /// Returns the land of a square as the data of an SVG path, to be filled by the rule `evenodd`; empty for water.
    ///
    /// Coordinates are whole parts of the square (``extent``) from its north-western corner.
    ///
    /// - Throws: ``LandError`` for a damaged file.
    public func path(of square: MapSquare) throws(LandError) -> [UInt8] {
        let (level, extent, margin) = (level(for: square), Double(Self.extent), Double(Self.margin))
        let clipper = RingClipper(range: -margin...(extent + margin))
        var path: [UInt8] = []
        for bin in level.bins(of: square) {
            let projection = BinProjection(bin, square, extent: extent)
            var decoder = BinDecoder(try bytes(of: bin.number, level))
            while let ring = try decoder.next() {
                Self.append(clipper.clip(ring.map(projection.point)), to: &path)
            }
        }
        return path
    }

    private static func append(_ ring: [SquarePoint], to path: inout [UInt8]) {
        var points: [(x: Int, y: Int)] = []
        for point in ring {
            let next = (x: Int(point.x.rounded()), y: Int(point.y.rounded()))
            // Less than a quarter of a point of the screen cannot be seen.
            if let last = points.last, abs(next.x - last.x) + abs(next.y - last.y) < 2 { continue }
            points.append(next)
        }
        guard points.count >= 3 else { return }
        path.append(UInt8(ascii: "M"))
        for (index, point) in points.enumerated() {
            if index > 0 { path.append(UInt8(ascii: " ")) }
            path += Array("\(point.x) \(point.y)".utf8)
        }
        path.append(UInt8(ascii: "Z"))
    }
}

struct BinProjection {
    private let bin: BinPosition
    private let square: MapSquare
    private let extent: Double
    private let west: Double
    private let scale: Double

    init(_ bin: BinPosition, _ square: MapSquare, extent: Double) {
        (self.bin, self.square, self.extent) = (bin, square, extent)
        west = square.x(longitude: bin.west) * extent
        scale = (square.x(longitude: bin.west + bin.size) * extent - west) / Double(BinDecoder.side)
    }

    /// Returns a point of the bin in parts of the square.
    func point(_ point: BinPoint) -> SquarePoint {
        let latitude = bin.south + Double(point.y) / Double(BinDecoder.side) * bin.size
        return SquarePoint(x: west + Double(point.x) * scale, y: square.y(latitude: latitude) * extent)
    }
}
