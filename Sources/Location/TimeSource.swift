/// Where a fix's time comes from.
public enum TimeSource: String, CaseIterable, Sendable {
    /// The receiver, as it is.
    case receiver
    /// The receiver, moved by a multiple of 1024 weeks, after which the week number of GPS begins anew.
    case shifted
    /// This machine's clock at the moment of reception, because the receiver's time makes no sense.
    case reception
}
