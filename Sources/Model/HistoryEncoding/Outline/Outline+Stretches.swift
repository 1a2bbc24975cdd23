import Basics
public import Location

/// A vertex that stands twice ends a stretch: nothing is known of the way from there to the next one.
extension Outline {
    /// The line cut where nothing is known of the way, in the order of time; none is empty.
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

    /// Draws the line of points so that none of them is farther off than a tolerance, and says where its gaps are.
    ///
    /// - Parameters:
    ///   - points: of one device, sorted by time.
    ///   - tolerance: metres.
    ///   - rule: what a gap is.
    public init(simplifying points: [TrackPoint], tolerance: Double = 10, rule: GapRule = GapRule()) {
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

    /// Behind which points the stretches end.
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
