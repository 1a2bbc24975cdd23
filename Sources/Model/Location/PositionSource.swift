/// Which of the receiver's data a position was taken from.
public enum PositionSource: String, CaseIterable, Sendable {
    /// Latitude and longitude as the receiver reports them.
    case receiver
    /// The receiver's Earth-centred coordinates, because its latitude and longitude stand still (a fault of gpsd 3.22).
    case ecef
}
