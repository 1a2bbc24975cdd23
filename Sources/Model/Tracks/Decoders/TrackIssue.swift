/// A skipped entry of a file.
public struct TrackIssue: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason for skipping it.
    public let reason: SkipReason

    /// One line: the place and the reason.
    public var description: String { "line \(line): \(reason)" }
}

/// The reason for skipping an entry of a file.
public enum SkipReason: String, CaseIterable, Sendable, CustomStringConvertible {
    /// No timestamp.
    case noTime = "no time"
    /// An unreadable timestamp.
    case badTime = "invalid time"
    /// The beginning of the time of GPS or of a clock, which a receiver has before it knows the date.
    case noDateYet = "a date with which clocks begin, such as in January 1980, before the receiver knew it"
    /// A date such as `01/05/2024` in a file of CSV that never shows whether the day or the month is first.
    case unknownOrder = "a date whose day or month may be first"
    /// A day without a time of day, as KML allows.
    case dayOnly = "a date without a time of day"
    /// A timestamp outside the range of the history.
    case strangeTime = "a time before 1970 or after 9999"
    /// No position, or a receiver without a fix.
    case noPosition = "no position"
    /// A position that its program marks as not valid.
    case noFix = "marked as not valid"
    /// A position outside the valid range.
    case badPosition = "invalid position"
    /// Exactly 0, 0, see `Coordinate.isNullIsland`.
    case nullIsland = "0,0 instead of a position"
    /// A waypoint, a route, an area, an event or a message on another subject.
    case notTrack = "not a point of a track"
    /// A sentence of NMEA 0183 in a recording that has gpsd's JSON of the same fixes.
    case inReport = "sentences whose fixes gpsd's JSON has"
    /// A line with a wrong or missing checksum.
    case badChecksum = "a wrong or missing checksum"
    /// An unreadable line.
    case unreadable = "not readable"
    /// A line above the length limit.
    case tooLong = "too long"
    /// A position above the limit of buffered positions.
    case beyondLine = "beyond the first 200,000 of a line"
    /// A position of KML whose time, or a time whose position, is above the limit of buffered ones.
    case beyondTrack = "beyond the first 1,000,000 of a KML track"
    /// A position of Google's timeline above the limit of buffered positions.
    case beyondSegment = "beyond the first 10,000 of a segment"
    /// A raw signal of Google's timeline in the minutes of a path, see ``GoogleCoverage``.
    case signalOfPath = "a raw signal where there is a path"
    /// An end of a movement in Google's timeline in the minutes of a path.
    case endOfPath = "an end of a movement where there is a path"
    /// A visit in Google's history within another one.
    case innerVisit = "a visit within another"
    /// A position of a line of KML, or of a movement of Google's, between the ends of its time span.
    case timeSpan = "positions of a line that has times at its ends only"

    /// True if a valid point was lost.
    public var isLoss: Bool { [.beyondLine, .beyondTrack, .beyondSegment].contains(self) }

    /// The reason for people.
    public var description: String { rawValue }
}

/// An error in a file that ends its decoding.
public struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason, for people.
    public let reason: String

    /// Creates an error.
    public init(line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    /// One line: the place and the reason.
    public var description: String { "line \(line): \(reason)" }
}
