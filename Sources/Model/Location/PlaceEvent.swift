public import Basics

/// An event at one of the owner's places, of the anchor watch or of the receiver, as it is stored, published and acted
/// upon.
public struct PlaceEvent: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A place was entered.
        case enter
        /// A place was left.
        case leave
        /// The swing circle was left: the anchor drags.
        case dragging
        /// The boat is inside the swing circle again.
        case holding
        /// The anchor watch has had no current position for a minute.
        case lost
        /// The anchor watch has a current position again.
        case found
        /// The receiver is contradicted: its position cannot be true.
        case contradicted
        /// The receiver is trusted again.
        case trusted
    }

    /// The value of `place` in events of the anchor watch; `kind` distinguishes it from a place of that name.
    public static let anchor = "anchor"
    /// The value of `place` in events about the trust in the receiver.
    public static let receiver = "receiver"

    /// The kind of event.
    public var kind: Kind
    /// The name of the place, ``anchor`` or ``receiver``.
    public var place: String
    /// The time at which the event was decided, by the wall clock.
    public var moment: Timestamp
    /// The estimated time at which it happened, by the wall clock; not after `moment`.
    public var since: Timestamp
    /// The position at `moment`; nil if no current position decided the event.
    public var coordinate: Coordinate?
    /// The radius of uncertainty in metres; nil if unknown.
    public var horizontalAccuracy: Double?
    /// The distance from the anchor in metres; nil for places and if unknown.
    public var distance: Double?
    /// Who accepted the claim of the receiver; nil for all other events, and if it is trusted by itself.
    public var by: String?

    /// Creates an event.
    public init(
        _ kind: Kind, place: String, moment: Timestamp, since: Timestamp, coordinate: Coordinate? = nil,
        horizontalAccuracy: Double? = nil, distance: Double? = nil
    ) {
        self.kind = kind
        self.place = place
        self.moment = moment
        self.since = since
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
        self.distance = distance
    }

    /// True for events of a place, whose `place` is its name.
    public var isOfPlace: Bool { kind == .enter || kind == .leave }

    /// True for events about the trust in the receiver.
    public var isOfReceiver: Bool { kind == .contradicted || kind == .trusted }

    /// The value of `place` for a kind of event that is not of a place; nil for one that is.
    public static func subject(of kind: Kind) -> String? {
        switch kind {
        case .enter, .leave: nil
        case .dragging, .holding, .lost, .found: anchor
        case .contradicted, .trusted: receiver
        }
    }
}
