public import Basics
import Location

/// A place was entered or left.
public struct GeofenceTransition: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It is inside now.
        case enter
        /// It is inside no more.
        case leave
    }

    /// What happened.
    public let kind: Kind
    /// The place.
    public let place: Place
    /// When that became certain, by the wall clock.
    public let moment: Timestamp
    /// When the border was crossed as far as is known, by the wall clock: the first fix on this side.
    public let since: Timestamp

    /// Makes an event.
    public init(_ kind: Kind, _ place: Place, moment: Timestamp, since: Timestamp) {
        self.kind = kind
        self.place = place
        self.moment = moment
        self.since = since
    }
}
