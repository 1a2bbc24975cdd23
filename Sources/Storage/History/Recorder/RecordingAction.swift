public import Basics
public import Location

/// An action that ``HistoryRecorder`` requests.
public enum RecordingAction: Hashable, Sendable {
    /// Write points in one transaction.
    case commitPoints([TrackPoint])
    /// Write place events in one transaction.
    case commitEvents([PlaceEvent])
    /// Seal the full hours before a moment.
    case seal(before: Timestamp)
    /// Apply the retention policy at a moment; a partial result suffices, since the action is requested again.
    case applyRetention(asOf: Timestamp)
    /// Remove the late runs that all their readers have read.
    case trimLateRuns
    /// Summarise some sealed hours without a summary; a partial result suffices, since the action is requested again.
    case summarise

    /// The kind of an action.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Writing points.
        case commitPoints
        /// Writing place events.
        case commitEvents
        /// Sealing hours.
        case seal
        /// Applying the retention policy.
        case applyRetention
        /// Removing late runs.
        case trimLateRuns
        /// Summarising sealed hours.
        case summarise
    }

    /// The kind of the action.
    public var kind: Kind {
        switch self {
        case .commitPoints: .commitPoints
        case .commitEvents: .commitEvents
        case .seal: .seal
        case .applyRetention: .applyRetention
        case .trimLateRuns: .trimLateRuns
        case .summarise: .summarise
        }
    }

    /// True if the action writes points or events.
    var isCommit: Bool { kind == .commitPoints || kind == .commitEvents }

    /// The number of points or events to write.
    var count: Int {
        switch self {
        case .commitPoints(let points): points.count
        case .commitEvents(let events): events.count
        case .seal, .applyRetention, .trimLateRuns, .summarise: 0
        }
    }
}

/// An event of the recorder for the journal, once when an outage begins and once when it ends.
public enum RecorderEvent: Hashable, Sendable, CustomStringConvertible {
    /// An action fails, and is retried.
    case interrupted(RecordingAction.Kind, reason: String)
    /// An action succeeds again. `lost` counts the points or events that were dropped.
    case resumed(RecordingAction.Kind, written: Int, lost: Int)

    /// There are more devices than the database can distinguish.
    case deviceLimitReached

    /// These points could not be written before the end, and are lost.
    case pointsLost(count: Int, reason: String)
    /// These place events could not be written before the end, and are lost.
    case eventsLost(count: Int, reason: String)

    /// Returns true if the administrator may have to act.
    public var isProblem: Bool {
        if case .resumed = self { false } else { true }
    }

    /// One line.
    public var description: String {
        switch self {
        case .interrupted(.commitPoints, let reason):
            "history: fixes cannot be written and wait in memory: \(reason)"
        case .interrupted(.commitEvents, let reason):
            "history: place events cannot be written and wait in memory: \(reason)"
        case .interrupted(.seal, let reason): "history: full hours cannot be sealed: \(reason)"
        case .interrupted(.applyRetention, let reason): "history: old fixes cannot be removed: \(reason)"
        case .interrupted(.trimLateRuns, let reason): "history: the list of late fixes cannot be trimmed: \(reason)"
        case .interrupted(.summarise, let reason): "history: hours cannot be summarised: \(reason)"
        case .resumed(.commitPoints, let written, 0): "history: writing works again; \(written) fixes late, none lost"
        case .resumed(.commitPoints, let written, let lost):
            "history: writing works again; \(written) fixes late, \(lost) lost"
        case .pointsLost(let count, let reason):
            "history: the last \(count) fixes could not be written and are lost: \(reason)"
        case .resumed(.commitEvents, let written, let lost):
            "history: writing works again; \(written) place events late, \(lost == 0 ? "none" : "\(lost)") lost"
        case .eventsLost(let count, let reason):
            "history: the last \(count) place events could not be written and are lost: \(reason)"
        case .deviceLimitReached:
            "history: more than \(DeviceTable.maxDevices) receivers; new ones share the name \(DeviceTable.overflowName)"
        case .resumed(.seal, _, _): "history: sealing works again"
        case .resumed(.applyRetention, _, _): "history: removing old fixes works again"
        case .resumed(.trimLateRuns, _, _): "history: trimming the list of late fixes works again"
        case .resumed(.summarise, _, _): "history: summarising hours works again"
        }
    }
}
