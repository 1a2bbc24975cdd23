public import Basics
public import Location

/// Something that ``HistoryRecorder`` wants done.
public enum RecordingAction: Hashable, Sendable {
    /// Write these points in one transaction.
    case commitPoints([TrackPoint])
    /// Write in one transaction what has happened at places.
    case commitEvents([PlaceEvent])
    /// Seal the full hours before a moment.
    case seal(before: Timestamp)
    /// Remove and thin what is old at a moment; a part of it may do, and the rest is asked for again.
    case applyRetention(asOf: Timestamp)

    /// An action without what it is about.
    public enum Kind: Hashable, Sendable {
        /// Writing points.
        case commitPoints
        /// Writing what has happened at places.
        case commitEvents
        /// Sealing hours.
        case seal
        /// Removing old points.
        case applyRetention
    }

    /// Which one it is.
    public var kind: Kind {
        switch self {
        case .commitPoints: .commitPoints
        case .commitEvents: .commitEvents
        case .seal: .seal
        case .applyRetention: .applyRetention
        }
    }

    /// How many points or events it is about.
    var count: Int {
        switch self {
        case .commitPoints(let points): points.count
        case .commitEvents(let occurrences): occurrences.count
        case .seal, .applyRetention: 0
        }
    }
}
