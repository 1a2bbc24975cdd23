public import Basics
import Location

/// What somebody asleep on board has to know.
public struct AnchorEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The swing circle was left: the anchor does not hold.
        case dragging
        /// It is inside again.
        case holding
        /// There has been no current position for ``AnchorWatch/patience``: the watch sees nothing.
        case lost
        /// There is one again.
        case found
    }

    /// What happened.
    public let kind: Kind
    /// Metres from the anchor; nil where that is not known now.
    public let distance: Double?
    /// When that became certain, by the wall clock.
    public let moment: Timestamp
    /// Since when, as far as is known, by the wall clock.
    public let since: Timestamp

    /// Makes an event.
    public init(_ kind: Kind, distance: Double?, moment: Timestamp, since: Timestamp) {
        self.kind = kind
        self.distance = distance
        self.moment = moment
        self.since = since
    }
}
