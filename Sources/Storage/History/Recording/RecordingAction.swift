public import Basics
public import Location

/// Something that ``HistoryRecorder`` wants done.
public enum RecordingAction: Hashable, Sendable {
    /// Write these points in one transaction.
    case commit([TrackPoint])
    /// Write in one transaction what has happened at places.
    case keep([PlaceOccurrence])
    /// Seal the full hours before a moment.
    case seal(before: Timestamp)
    /// Remove and thin what is old at a moment; a part of it may do, and the rest is asked for again.
    case retain(asOf: Timestamp)

    /// An action without what it is about.
    public enum Kind: Hashable, Sendable {
        /// Writing points.
        case commit
        /// Writing what has happened at places.
        case keep
        /// Sealing hours.
        case seal
        /// Removing old points.
        case retain
    }

    /// Which one it is.
    public var kind: Kind {
        switch self {
        case .commit: .commit
        case .keep: .keep
        case .seal: .seal
        case .retain: .retain
        }
    }

    /// How many points or events it is about.
    var count: Int {
        switch self {
        case .commit(let points): points.count
        case .keep(let occurrences): occurrences.count
        case .seal, .retain: 0
        }
    }
}
