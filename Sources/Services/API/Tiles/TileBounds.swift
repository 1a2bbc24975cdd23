/// The part of the earth that a map covers, in degrees.
public struct TileBounds: Hashable, Sendable {
    /// Degrees east of the left edge.
    public let west: Double
    /// Degrees north of the lower edge.
    public let south: Double
    /// Degrees east of the right edge.
    public let east: Double
    /// Degrees north of the upper edge.
    public let north: Double

    /// Reads `west,south,east,north`; nil where that is no box on the earth.
    init?(_ text: String) {
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { edge in
            Double(edge.drop { $0 == " " })
        }
        guard edges.count == 4, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3,
            [edges[0], edges[2]].allSatisfy((-180...180).contains),
            [edges[1], edges[3]].allSatisfy((-90...90).contains), edges[0] < edges[2], edges[1] < edges[3]
        else { return nil }
        (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    }
}
