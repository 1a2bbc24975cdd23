public import Basics
import Location

/// What an owner asks for when sharing.
public struct ShareOptions: Hashable, Sendable {
    /// How long others may look.
    public enum End: Hashable, Sendable {
        /// So long from now on.
        case after(Duration)
        /// Until a moment.
        case at(Timestamp)
    }

    /// How long others may look.
    public var end: End
    /// Nothing from before it is shown; nil for what is since the share was made, less its delay.
    public var since: Timestamp?
    /// Metres to which positions are rounded; nil for as exact as they are.
    public var precision: Double?
    /// How much later than it happens others see it.
    public var delay: Duration
    /// What the owner calls it; nil for nothing.
    public var label: String?

    /// Asks for two hours, exact and at once, where nothing else is said.
    public init(
        end: End = .after(.seconds(7200)), since: Timestamp? = nil, precision: Double? = nil,
        delay: Duration = .zero, label: String? = nil
    ) {
        self.end = end
        self.since = since
        self.precision = precision
        self.delay = delay
        self.label = label
    }
}
