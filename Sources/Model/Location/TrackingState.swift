/// What a user is told about the position: whether it is current, and if not, why.
public enum TrackingState: String, CaseIterable, Sendable {
    /// Just started: nothing has been heard yet.
    case starting
    /// gpsd cannot be reached.
    case noGPSD = "no-gpsd"
    /// gpsd has no receiver.
    case noReceiver = "no-receiver"
    /// There is a receiver, and it has no position.
    case noFix = "no-fix"
    /// The position is current.
    case live
    /// The last accepted fix is older than it may be.
    case stale
}
