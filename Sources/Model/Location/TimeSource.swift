/// Where a fix's time comes from.
public enum TimeSource: String, CaseIterable, Sendable {
    /// The receiver, as it is.
    case receiver
    /// The receiver, moved by a multiple of 1024 weeks, after which the week number of GPS begins anew.
    case shifted
    /// The moment of reception, as well as this machine knows it, because the receiver's time makes no sense.
    case reception
}
