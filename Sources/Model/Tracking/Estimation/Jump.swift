/// A fix that is too far from where the machine can be.
public struct Jump: Hashable, Sendable {
    /// Metres from where it was expected.
    public let distance: Double
    /// Metres that would have been believed.
    public let allowed: Double
}
