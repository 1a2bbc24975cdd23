/// Whether a machine moves, as far as its fixes tell.
public enum Motion: String, CaseIterable, Sendable {
    /// It stands still.
    case stationary
    /// It moves.
    case moving
    /// The fixes do not tell.
    case unknown
}
