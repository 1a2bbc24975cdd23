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
