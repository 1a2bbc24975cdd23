import Basics
public import Location

/// What a decoder has found: points, and what was no point and why.
public struct ParsedTrack: Sendable {
    /// The most problems that are kept with their places; all are counted.
    public static let maxIssues = 20

    /// What the history can hold.
    private static let times = Timestamp(milliseconds: 0)..<Timestamp(year: 10_000, month: 1, day: 1)

    /// Points that have not been taken away yet, in the order of the file.
    public var points: [TrackPoint] = []
    /// How many points there have been so far.
    public private(set) var count = 0
    /// How many pieces of the file have been skipped, by reason.
    public private(set) var skipped: [SkipReason: Int] = [:]
    /// The first of what was skipped, with its place.
    public private(set) var issues: [TrackIssue] = []
    /// Where the file broke, so that nothing behind it could be read; nil as long as it did not.
    public private(set) var error: TrackError?

    /// Begins with nothing.
    public init() {}

    /// Adds a fix, or counts why it is no point of a track.
    ///
    /// - Parameters:
    ///   - fix: what was read; one without a position or a time, or from before 1970, is skipped.
    ///   - motion: whether it moved.
    ///   - satellitesUsed: nil when unknown.
    ///   - line: where it stood, from 1.
    public mutating func add(_ fix: Fix, motion: Motion = .unknown, satellitesUsed: Int? = nil, line: Int) {
        guard let point = TrackPoint(fix, motion: motion, satellitesUsed: satellitesUsed) else {
            return skip(fix.coordinate == nil ? .noPosition : .noTime, line: line)
        }
        guard Self.times.contains(point.timestamp) else { return skip(.strangeTime, line: line) }
        points.append(point)
        count += 1
    }

    /// Counts a piece of the file that is no point.
    public mutating func skip(_ reason: SkipReason, line: Int) {
        skipped[reason, default: 0] += 1
        if issues.count < Self.maxIssues { issues.append(TrackIssue(line: line, reason: reason)) }
    }

    /// Says where the file broke; the first time counts.
    public mutating func fail(_ fault: TrackError) {
        self.error = self.error ?? fault
    }
}
