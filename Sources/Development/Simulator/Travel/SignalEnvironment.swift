/// What is around a receiver, and so what it gets to hear.
public enum SignalEnvironment: String, CaseIterable, Sendable {
    /// Nothing in the way.
    case open
    /// Houses along the road.
    case street
    /// An urban canyon, or a place beside a tall building: reflections, few satellites.
    case canyon
    /// Trees or embankments on both sides of a railway.
    case cutting
    /// No satellite at all; the receiver says so.
    case tunnel
    /// The receiver has no power and says nothing.
    case off
}
