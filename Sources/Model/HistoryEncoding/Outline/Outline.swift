public import Basics
public import Location

/// The line of a segment with only as many points as drawing it wants.
///
/// It is kept apart from the segment, so that the line of a year is read without decoding one; the format is that of
/// `docs/history-format.md`.
public struct Outline: Hashable, Sendable {
    /// A point of the line.
    public struct Vertex: Hashable, Sendable {
        /// When it was there, in whole seconds, cut.
        public var timestamp: Timestamp { Timestamp(milliseconds: second * 1000) }
        /// Where, to 1e-5 degree.
        public var coordinate: Coordinate {
            Coordinate(
                clampingLatitude: Double(latitude) / Self.perDegree, longitude: Double(longitude) / Self.perDegree)
        }

        static let perDegree = 1e5
        static let pole: Int64 = 9_000_000
        static let antimeridian: Int64 = 18_000_000
        /// Those whose milliseconds can be told.
        static let seconds = -(Int64.max / 1000)...(Int64.max / 1000)

        let second: Int64
        let latitude: Int64
        let longitude: Int64
    }

    /// The version of the format; the first byte of each outline.
    public static let version: UInt8 = 1

    /// In the order of time; the first and the last point of the segment are among them.
    public let vertices: [Vertex]

    init(vertices: [Vertex]) { self.vertices = vertices }
}
