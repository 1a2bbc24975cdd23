/// The state of motion derived from the fixes.
public enum Motion: String, CaseIterable, Sendable {
    /// Standing still.
    case stationary
    /// Moving.
    case moving
    /// Not determined.
    case unknown
}

/// The kind of vehicle that carries the receiver, which limits its motion.
public enum Platform: String, CaseIterable, Sendable {
    /// A pedestrian.
    case pedestrian
    /// A road vehicle.
    case road
    /// A train.
    case rail
    /// A vessel.
    case sea
    /// An aircraft.
    case air
    /// Not specified.
    case any
}
