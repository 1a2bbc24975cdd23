public import Basics
import Location

/// A link that lets whoever holds it look, for a time, at what its owner wanted.
public struct Share: Hashable, Sendable {
    /// Eight letters and digits, for lists; it opens nothing.
    public let id: String
    /// Of the secret in the link.
    public let hash: SecretHash
    /// What the owner calls it; nil for nothing.
    public let label: String?
    /// When it was made.
    public let created: Timestamp
    /// When it ends.
    public let expires: Timestamp
    /// Nothing from before it is shown; nil where the owner did not say.
    public let since: Timestamp?
    /// Metres to which positions are rounded; nil for as exact as they are.
    public let precision: Double?
    /// How much later than it happens others see it.
    public let delay: Duration

    /// Where a trail begins: what the owner said, else when the share was made, as its delay has it.
    public var trackStart: Timestamp { since ?? Timestamp(milliseconds: created.milliseconds - delay.milliseconds) }

    /// Whether it may be looked at.
    ///
    /// Not by a clock that stands before it was made, as after a start without a battery: that clock does not know whether
    /// it has ended. Five minutes are let pass, for a clock that is put right.
    public func isActive(at now: Timestamp) -> Bool {
        now < expires && created - now <= .seconds(300)
    }

    /// Whether its time is over.
    public func hasExpired(at now: Timestamp) -> Bool { now >= expires }
}
