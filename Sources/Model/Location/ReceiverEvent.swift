/// What a source of fixes tells the tracker.
public enum ReceiverEvent: Hashable, Sendable {
    /// The source cannot be reached or was lost; the reason is one line for people.
    case disconnected(reason: String)
    /// The source answers and has these receivers, by their paths; an empty list when it has none.
    case receivers([String])
    /// A receiver's epoch is complete.
    case fix(Fix)
    /// What a receiver sees of the sky, the richest of its epoch.
    case satellites(Satellites, device: String)
}
