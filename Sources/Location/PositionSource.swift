/// Which of the receiver's data a position was taken from.
public enum PositionSource: String, CaseIterable, Sendable {
    /// Latitude and longitude as the receiver reports them.
    case receiver
}
