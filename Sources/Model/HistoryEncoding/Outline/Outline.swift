public import Basics
public import Location

/// The simplified line of a segment, with as many vertices as drawing it needs.
///
/// It is stored apart from the segment, so that the line of a year is read without decoding any; the format is in
/// `docs/history-format.md`.
public struct Outline: Hashable, Sendable {
    /// A vertex of the line.
    public struct Vertex: Hashable, Sendable {
        /// The time, truncated to whole seconds.
        public var timestamp: Timestamp { Timestamp(milliseconds: second * 1000) }
        /// The position, to 1e-5 degree.
        public var coordinate: Coordinate {
            Coordinate(
                clampingLatitude: Double(latitude) / Self.perDegree, longitude: Double(longitude) / Self.perDegree)
        }

        static let perDegree = 1e5
        static let pole: Int64 = 9_000_000
        static let antimeridian: Int64 = 18_000_000
        /// Seconds whose milliseconds do not overflow.
        static let seconds = -(Int64.max / 1000)...(Int64.max / 1000)

        let second: Int64
        let latitude: Int64
        let longitude: Int64
    }

    /// The version of the format; the first byte of each outline.
    public static let version: UInt8 = 1

    /// The vertices in order of time; the first and the last point of the segment are among them.
    public let vertices: [Vertex]

    init(vertices: [Vertex]) { self.vertices = vertices }
}

/// A repeated vertex ends a section: the path to the next vertex is unknown.
extension Outline {
    /// The sections of known path, in order of time; none is empty.
    public var sections: [ArraySlice<Vertex>] {
        var stretches: [ArraySlice<Vertex>] = []
        var start = vertices.startIndex
        while start < vertices.endIndex {
            var end = start + 1
            while end < vertices.endIndex, vertices[end] != vertices[end - 1] { end += 1 }
            stretches.append(vertices[start..<end])
            start = end < vertices.endIndex ? end + 1 : end
        }
        return stretches
    }

    /// Simplifies points so that each is within a tolerance of the line, and marks the gaps; without contradicted ones.
    ///
    /// - Parameters:
    ///   - points: points of one device, sorted by time.
    ///   - tolerance: metres.
    ///   - rule: the definition of a gap.
    public init(simplifying points: [TrackPoint], tolerance: Double = 10, rule: GapRule = GapRule()) {
        let points = points.trusted
        let positions = points.map { SegmentPosition(timestamp: $0.timestamp, coordinate: $0.coordinate) }
        var vertices: [Vertex] = []
        var start = 0
        for end in Self.ends(of: points, rule) {
            if let last = vertices.last { vertices.append(last) }
            for vertex in Outline(simplifying: Array(positions[start..<end]), tolerance: tolerance).vertices
            where vertices.last != vertex || start == end - 1 {
                vertices.append(vertex)
            }
            start = end
        }
        self.init(vertices: vertices)
    }

    /// Returns the indices after which sections end.
    private static func ends(of points: [TrackPoint], _ rule: GapRule) -> [Int] {
        var ends: [Int] = []
        for index in points.indices.dropFirst() {
            let interval = points[index].timestamp - points[index - 1].timestamp
            guard interval > rule.maxSilence || interval < .zero else { continue }
            let usual = index > 1 ? points[index - 1].timestamp - points[index - 2].timestamp : nil
            if rule.isGap(from: points[index - 1], to: points[index], usual: usual) { ends.append(index) }
        }
        return points.isEmpty ? [] : ends + [points.count]
    }
}

extension Outline {
    /// Simplifies positions so that each is within a tolerance of the line.
    ///
    /// D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a
    /// digitized line or its caricature", 1973; without recursion. Each chord has its own flat map, on which rhumb
    /// lines are straight, as on the maps that show the line. Rounding to 1e-5 degree adds up to 0.8 m.
    ///
    /// - Parameters:
    ///   - positions: sorted by time.
    ///   - tolerance: metres.
    public init(simplifying positions: [SegmentPosition], tolerance: Double = 10) {
        var line = ProjectedPolyline(positions)
        let retained = line.simplified(tolerance: tolerance)
        self.init(vertices: zip(positions, retained).filter(\.1).map { Vertex($0.0) })
    }
}

extension Outline.Vertex {
    fileprivate init(_ position: SegmentPosition) {
        let milliseconds = position.timestamp.milliseconds
        let second = milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
        self.init(
            second: max(second, Self.seconds.lowerBound),
            latitude: Quantity.steps(position.coordinate.latitude, perUnit: Self.perDegree),
            longitude: Quantity.steps(position.coordinate.longitude, perUnit: Self.perDegree))
    }
}

extension Outline {
    /// The minimum number of bytes of a vertex.
    private static let minVertexBytes = 3
    private static let around = 2 * Vertex.antimeridian

    /// Encodes the outline in four or five bytes per vertex.
    public func encode() -> [UInt8] {
        var writer = ByteWriter(version: Self.version)
        writer.write(UInt64(vertices.count))
        var last = Vertex(second: 0, latitude: 0, longitude: 0)
        for vertex in vertices {
            writer.write(signed: vertex.second &- last.second)
            writer.write(signed: vertex.latitude - last.latitude)
            writer.write(signed: Self.shorter(vertex.longitude - last.longitude))
            last = vertex
        }
        return writer.finish()
    }

    /// Decodes an outline.
    ///
    /// - Throws: ``SegmentError`` if the bytes are not an outline.
    public init(_ bytes: [UInt8]) throws(SegmentError) {
        var reader = try ByteReader(bytes, version: Self.version)
        let count = try reader.number("count", in: 0...Int64(bytes.count / Self.minVertexBytes))
        var vertices: [Vertex] = []
        vertices.reserveCapacity(Int(count))
        var last = Vertex(second: 0, latitude: 0, longitude: 0)
        for _ in 0..<count {
            last = try Self.vertex(after: last, &reader)
            vertices.append(last)
        }
        guard reader.position == reader.end else { throw .malformed("end of the outline") }
        self.init(vertices: vertices)
    }

    private static func vertex(after last: Vertex, _ reader: inout ByteReader) throws(SegmentError) -> Vertex {
        let (second, overflow) = last.second.addingReportingOverflow(try reader.signed("time"))
        guard !overflow, Vertex.seconds.contains(second) else { throw .malformed("time") }
        let latitude = last.latitude + (try reader.signed("latitude", in: -around...around))
        guard abs(latitude) <= Vertex.pole else { throw .malformed("latitude") }
        let longitude = last.longitude + (try reader.signed("longitude", in: -around...around))
        let wrapped = shorter(longitude)
        guard abs(wrapped) <= Vertex.antimeridian else { throw .malformed("longitude") }
        return Vertex(second: second, latitude: latitude, longitude: wrapped)
    }

    /// Returns a difference of longitudes the shorter way around, or a longitude wrapped at the antimeridian.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference > Vertex.antimeridian { return difference - around }
        return difference < -Vertex.antimeridian ? difference + around : difference
    }
}
