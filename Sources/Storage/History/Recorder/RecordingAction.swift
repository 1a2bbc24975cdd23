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

/// What there is to say to the journal about the recording, once when it begins and once when it ends.
public enum RecorderEvent: Hashable, Sendable, CustomStringConvertible {
    /// Something cannot be written; it is tried again and again.
    case interrupted(RecordingAction.Kind, reason: String)
    /// It can be written again. `lost` counts the points, or events, that were given up because too many waited.
    case resumed(RecordingAction.Kind, written: Int, lost: Int)

    /// There are more receivers than are told apart.
    case deviceLimitReached

    /// It is the end, and so many points could not be written: they are lost.
    case pointsLost(count: Int, reason: String)
    /// It is the end, and so many events at places could not be written: they are lost.
    case eventsLost(count: Int, reason: String)

    /// Whether somebody may have to mend something.
    public var isProblem: Bool {
        if case .resumed = self { false } else { true }
    }

    /// One line.
    public var description: String {
        switch self {
        case .interrupted(.commitPoints, let reason):
            "history: fixes are kept in memory and written when that works again: \(reason)"
        case .interrupted(.commitEvents, let reason):
            "history: events at places are kept in memory and written when that works again: \(reason)"
        case .interrupted(.seal, let reason): "history: full hours are not sealed: \(reason)"
        case .interrupted(.applyRetention, let reason): "history: old fixes are not removed: \(reason)"
        case .resumed(.commitPoints, let written, 0): "history: written again, \(written) fixes late, none lost"
        case .resumed(.commitPoints, let written, let lost):
            "history: written again, \(written) fixes late, \(lost) lost"
        case .pointsLost(let count, let reason):
            "history: the last \(count) fixes could not be written and are lost: \(reason)"
        case .resumed(.commitEvents, let written, let lost):
            "history: events at places are written again, \(written) late, \(lost == 0 ? "none" : "\(lost)") lost"
        case .eventsLost(let count, let reason):
            "history: the last \(count) events at places could not be written and are lost: \(reason)"
        case .deviceLimitReached:
            "history: more than \(DeviceTable.maxDevices) receivers: new ones are kept under one name, \(DeviceTable.overflowName)"
        case .resumed(.seal, _, _): "history: full hours are sealed again"
        case .resumed(.applyRetention, _, _): "history: old fixes are removed again"
        }
    }
}
