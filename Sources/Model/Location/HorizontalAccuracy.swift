/// The radius around a position, in metres, and where that figure comes from.
///
/// In a report it is one thing: the circle that holds the truth 95 times in 100 (``Origin/estimate``). What a receiver
/// gives is whatever it takes for an error: gpsd_json(5) does not say more.
public struct HorizontalAccuracy: Hashable, Sendable {
    /// What an accuracy was worked out from.
    public enum Origin: String, CaseIterable, Sendable {
        /// The receiver's own estimate, as gpsd passes it on.
        case receiver
        /// Separate errors east and north, added as the sides of a right angle.
        case axes
        /// The geometry of the satellites alone: dilution of precision times a typical range error.
        case dilution
        /// Worked out here, from all fixes so far: 95 of 100 times the truth is inside.
        case estimate
    }

    /// Metres, finite and above 0.
    public let radius: Double
    /// What the radius was worked out from.
    public let origin: Origin

    /// Makes an accuracy, or nil where the radius is not finite or not above 0: unknown is never 0.
    public init?(radius: Double, origin: Origin) {
        guard radius.isFinite, radius > 0 else { return nil }
        self.radius = radius
        self.origin = origin
    }
}
