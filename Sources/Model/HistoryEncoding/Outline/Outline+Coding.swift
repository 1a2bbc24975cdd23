extension Outline {
    /// Fewer bytes than these do not make a vertex.
    private static let minVertexBytes = 3
    private static let around = 2 * Vertex.antimeridian

    /// Encodes it, to four or five bytes a vertex.
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

    /// Decodes it.
    ///
    /// - Throws: ``SegmentError`` where the bytes are not those of an outline.
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

    /// A difference of longitudes the shorter way around; a longitude beyond the antimeridian as the one it is.
    private static func shorter(_ difference: Int64) -> Int64 {
        if difference > Vertex.antimeridian { return difference - around }
        return difference < -Vertex.antimeridian ? difference + around : difference
    }
}
