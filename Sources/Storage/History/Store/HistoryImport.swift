public import Basics

/// An import that added points to a history, and can be undone.
public struct HistoryImport: Hashable, Sendable {
    /// The number, from 1; later imports have higher ones, which are never used again.
    public let id: Int64
    /// The time of day at its beginning.
    public let started: Timestamp
    /// The source that points came from first, as the user named it.
    public let file: String
    /// The number of sources with points; an archive is one.
    public let fileCount: Int
    /// The formats, each once, with commas between them.
    public let format: String
    /// The number of points that it added.
    public let points: Int
    /// The number of those that are still in the history.
    public let remaining: Int

    /// Creates an import.
    public init(
        id: Int64, started: Timestamp, file: String, fileCount: Int, format: String, points: Int, remaining: Int
    ) {
        (self.id, self.started, self.file, self.fileCount) = (id, started, file, fileCount)
        (self.format, self.points, self.remaining) = (format, points, remaining)
    }
}

/// What undoing an import removed, or would remove.
public struct UndoneImport: Hashable, Sendable {
    /// The number of points.
    public var points = 0
    /// The time of the first one; nil without points.
    public var first: Timestamp?
    /// The time of the last one; nil without points.
    public var last: Timestamp?
    /// Segments that cannot be read, and so kept their points.
    public var damaged: [DamagedSegment] = []

    /// Creates the result for no points.
    public init() {}

    /// Adds the times of points, in order.
    mutating func add(_ times: [Timestamp]) {
        guard let start = times.first, let end = times.last else { return }
        points += times.count
        first = min(first ?? start, start)
        last = max(last ?? end, end)
    }
}
