/// A piece of a file that is no point of a track.
public struct TrackIssue: Hashable, Sendable, CustomStringConvertible {
    /// Its line, from 1.
    public let line: Int
    /// Why not.
    public let reason: SkipReason

    /// One line: where, and why.
    public var description: String { "line \(line): \(reason)" }
}
