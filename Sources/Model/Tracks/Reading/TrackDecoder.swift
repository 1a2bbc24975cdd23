/// Reads a track of some format from bytes in any pieces, in memory that does not grow with its length.
///
/// Nothing in the bytes ends the program; what cannot be read is counted with its reason, and what was good before a
/// fault stays. A decoder is one reading of one file, so it is an object and no value.
public protocol TrackDecoder: AnyObject {
    /// Reads a piece; points and problems go to the harvest, whose points the caller takes away at any time.
    func feed(_ bytes: Span<UInt8>, into harvest: inout ParsedTrack)

    /// Whether points that have been read are still to come, with the next piece or an empty one: those of a long line
    /// would be too many at once.
    var hasPendingPoints: Bool { get }

    /// Ends the track.
    func finish(into harvest: inout ParsedTrack)
}

extension TrackDecoder {
    /// Most formats have no need of it.
    public var hasPendingPoints: Bool { false }
}
