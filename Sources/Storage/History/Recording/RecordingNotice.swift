/// What there is to say to the journal about the recording, once when it begins and once when it ends.
public enum RecordingNotice: Hashable, Sendable, CustomStringConvertible {
    /// Something cannot be written; it is tried again and again.
    case interrupted(RecordingAction.Kind, reason: String)
    /// It can be written again. `lost` counts the points, or events, that were given up because too many waited.
    case resumed(RecordingAction.Kind, written: Int, lost: Int)

    /// There are more receivers than are told apart.
    case crowded

    /// It is the end, and so many points could not be written: they are lost.
    case abandoned(count: Int, reason: String)
    /// It is the end, and so many events at places could not be written: they are lost.
    case forgotten(count: Int, reason: String)

    /// Whether somebody may have to mend something.
    public var isProblem: Bool {
        if case .resumed = self { false } else { true }
    }

    /// One line.
    public var description: String {
        switch self {
        case .interrupted(.commit, let reason):
            "history: fixes are kept in memory and written when that works again: \(reason)"
        case .interrupted(.keep, let reason):
            "history: events at places are kept in memory and written when that works again: \(reason)"
        case .interrupted(.seal, let reason): "history: full hours are not sealed: \(reason)"
        case .interrupted(.retain, let reason): "history: old fixes are not removed: \(reason)"
        case .resumed(.commit, let written, 0): "history: written again, \(written) fixes late, none lost"
        case .resumed(.commit, let written, let lost): "history: written again, \(written) fixes late, \(lost) lost"
        case .abandoned(let count, let reason):
            "history: the last \(count) fixes could not be written and are lost: \(reason)"
        case .resumed(.keep, let written, let lost):
            "history: events at places are written again, \(written) late, \(lost == 0 ? "none" : "\(lost)") lost"
        case .forgotten(let count, let reason):
            "history: the last \(count) events at places could not be written and are lost: \(reason)"
        case .crowded:
            "history: more than \(DeviceTable.mostNames) receivers: new ones are kept under one name, \(DeviceTable.others)"
        case .resumed(.seal, _, _): "history: full hours are sealed again"
        case .resumed(.retain, _, _): "history: old fixes are removed again"
        }
    }
}
