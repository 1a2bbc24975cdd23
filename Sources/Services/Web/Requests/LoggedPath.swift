/// The path of a request as the journal may show it: no secret fits into it, regardless of the path.
///
/// A share's link is good until it expires, and the journal has more readers than the owner's data.
package struct LoggedPath: CustomStringConvertible {
    /// The maximum length of a segment that is shown; a secret has ``Secret/length`` characters.
    private static let maxSegmentLength = 20
    private static let maxSegments = 8

    /// The path, with an ellipsis in place of each segment that may be a secret or is not plain.
    package let description: String

    /// Creates the text of a raw path.
    package init(_ path: String) {
        let segments = path.split(separator: "/", maxSplits: Self.maxSegments, omittingEmptySubsequences: false)
        description = segments.map { Self.isPlain($0) ? String($0) : "…" }.joined(separator: "/")
    }

    /// Returns true for a short segment without escapes, in which nothing can be hidden.
    private static func isPlain(_ segment: Substring) -> Bool {
        segment.utf8.count <= maxSegmentLength
            && segment.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
    }
}
