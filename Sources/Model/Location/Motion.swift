/// Whether a machine moves, as far as its fixes tell.
public enum Motion: String, CaseIterable, Sendable {
    /// It stands still.
    case stationary
    /// It moves.
    case moving
    /// The fixes do not tell.
    case unknown
}

/// What carries the receiver, and so how it can move.
public enum Platform: String, CaseIterable, Sendable {
    /// Somebody on foot.
    case pedestrian
    /// A car, a bus, a bicycle.
    case road
    /// A train.
    case rail
    /// A boat or a ship.
    case sea
    /// An aircraft.
    case air
    /// Not said.
    case any
}
