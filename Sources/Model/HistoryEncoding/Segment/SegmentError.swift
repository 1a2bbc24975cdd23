/// Why points could not be encoded, or bytes not be decoded.
public enum SegmentError: Error, Hashable, Sendable {
    /// There is no point to encode.
    case empty
    /// There are more points than a segment holds.
    case tooManyPoints(Int)
    /// The point at this index, counted from 0, is earlier than the one before it.
    case unordered(index: Int)
    /// The points are of two devices, these.
    case severalDevices(String, String)
    /// The bytes are not those that were written: their checksum does not fit.
    case damaged
    /// The bytes are of a version that this program does not know.
    case unknownVersion(UInt8)
    /// The checksum fits, but this part of what was written makes no sense.
    case malformed(String)
}

extension SegmentError: CustomStringConvertible {
    /// What is wrong and what would be right, in one line.
    public var description: String {
        switch self {
        case .empty: "no points to encode: a segment holds at least one"
        case .tooManyPoints(let count):
            "\(count) points are too many for a segment, which holds up to \(Segment.maxPointCount)"
        case .unordered(let index): "point \(index) is earlier than the one before it: sort them by time"
        case .severalDevices(let first, let second):
            "points of two devices, '\(first)' and '\(second)': a segment holds those of one"
        case .damaged: "the bytes are damaged: their checksum does not fit"
        case .unknownVersion(let version):
            "version \(version) of the encoding is not known: this program reads version \(Segment.version)"
        case .malformed(let part): "the checksum fits but the \(part) makes no sense"
        }
    }
}
