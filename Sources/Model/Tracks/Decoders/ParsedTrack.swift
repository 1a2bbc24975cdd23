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

/// A piece of a file that is no point of a track.
public struct TrackIssue: Hashable, Sendable, CustomStringConvertible {
    /// Its line, from 1.
    public let line: Int
    /// Why not.
    public let reason: SkipReason

    /// One line: where, and why.
    public var description: String { "line \(line): \(reason)" }
}

/// Why a piece of a file is no point of a track.
public enum SkipReason: String, CaseIterable, Sendable, CustomStringConvertible {
    /// It has no time, so it is no part of a history.
    case noTime = "no time"
    /// Its time cannot be read.
    case badTime = "a time that is none"
    /// Its time is one that the history cannot hold.
    case strangeTime = "a time before 1970 or after 9999"
    /// It has no position, or its receiver says that it had none.
    case noPosition = "no position"
    /// Its position is not on Earth.
    case badPosition = "a position that is none"
    /// It is a waypoint, a route, an area, an event or a message about something else.
    case notTrack = "not a point of a track"
    /// A line whose checksum is wrong or missing: it was damaged.
    case badChecksum = "a wrong or missing checksum"
    /// A line that cannot be read.
    case unreadable = "not readable"
    /// A line beyond all bounds.
    case tooLong = "too long"
    /// A position of a line that has more of them than can be held back.
    case beyondLine = "beyond the first 200,000 of a line"

    /// Whether it is a good point that is lost.
    public var isLoss: Bool { self == .beyondLine }

    /// In words for people.
    public var description: String { rawValue }
}

/// Where a file broke, so that nothing behind it could be read.
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// What was wrong there, in words for people.
    public let reason: String

    /// Makes a fault.
    public init(line: Int, _ words: String) {
        self.line = line
        self.reason = words
    }

    /// One line: where, and what was wrong.
    public var description: String { "line \(line): \(reason)" }
}
