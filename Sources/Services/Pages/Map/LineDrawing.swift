public import Location

/// Lines on the Earth, drawn in a box: north is up, and a metre has the same length everywhere in it.
public struct LineDrawing: Hashable, Sendable {
    /// The least extent in metres, so that the noise of a receiver at rest does not fill the box.
    public static let minExtent = 50.0

    /// The `d` of an SVG path.
    public let path: String
    /// The first and the last point in the box.
    public let ends: [Point]
    /// Metres of a unit.
    public let metresPerUnit: Double
    /// Metres from the southernmost point to the northernmost, or from west to east, whichever is more.
    public let extent: Double

    /// A point in the box, from its upper left corner.
    public struct Point: Hashable, Sendable {
        /// Units to the right, with one decimal.
        public let x: String
        /// Units down, with one decimal.
        public let y: String

        fileprivate init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (FixedDecimalText.text(x, decimals: 1), FixedDecimalText.text(y, decimals: 1))
        }
    }

    /// Draws lines into a box of a width and a height above 0; nil without points.
    public init?(_ lines: [[Coordinate]], width: Double, height: Double) {
        guard let frame = LineFrame(lines, width: width, height: height) else { return nil }
        (metresPerUnit, extent) = (frame.metresPerUnit, frame.extent)
        path = lines.map { Self.path(of: $0.map(frame.point)) }.joined()
        ends = [lines.first { !$0.isEmpty }?.first, lines.last { !$0.isEmpty }?.last].compactMap { $0.map(frame.point) }
    }

    /// Leaves out points that are drawn at the one before; a line of one place is a dot if its ends are round.
    private static func path(of line: [Point]) -> String {
        guard let first = line.first else { return "" }
        var text = "M\(first.x) \(first.y)"
        var last = first
        var count = 0
        for point in line.dropFirst() where point != last {
            text += "\(count == 0 ? "L" : " ")\(point.x) \(point.y)"
            (last, count) = (point, count + 1)
        }
        return count == 0 ? text + "h0" : text
    }
}

/// The scale of a drawing, and its middle.
private struct LineFrame {
    let metresPerUnit: Double
    let extent: Double
    private let width, height: Double
    private let origin: Coordinate
    private let north, east: Double
    private let cosine: Double

    init?(_ lines: [[Coordinate]], width: Double, height: Double) {
        guard let origin = lines.joined().first else { return nil }
        var (south, north, west, east) = (0.0, 0.0, 0.0, 0.0)
        for point in lines.joined() {
            let (up, right) = Self.offset(of: point, from: origin)
            (south, north, west, east) = (min(south, up), max(north, up), min(west, right), max(east, right))
        }
        (self.width, self.height, self.origin) = (width, height, origin)
        (self.north, self.east) = ((south + north) / 2, (west + east) / 2)
        // Not 0 at a pole, where such a drawing has no meaning.
        cosine = max(Earth.cosine(ofDegrees: origin.latitude + self.north), 0.001)
        let metres = (
            high: (north - south) / Earth.latitudePerMetre, wide: (east - west) * cosine / Earth.latitudePerMetre
        )
        extent = max(metres.high, metres.wide)
        metresPerUnit = max(metres.high / height, metres.wide / width, LineDrawing.minExtent / min(width, height))
    }

    func point(_ place: Coordinate) -> LineDrawing.Point {
        let (up, right) = Self.offset(of: place, from: origin)
        let unit = metresPerUnit * Earth.latitudePerMetre
        return LineDrawing.Point(width / 2 + (right - east) * cosine / unit, height / 2 - (up - north) / unit)
    }

    /// Degrees north and east, the shorter way around.
    private static func offset(of place: Coordinate, from origin: Coordinate) -> (Double, Double) {
        let east = place.longitude - origin.longitude
        return (place.latitude - origin.latitude, east > 180 ? east - 360 : east < -180 ? east + 360 : east)
    }
}
