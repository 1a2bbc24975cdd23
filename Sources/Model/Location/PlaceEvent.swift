public import Basics

/// Something that happened at one of the owner's places, or with the anchor: what is kept, told and acted upon.
public struct PlaceEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The place was entered.
        case enter
        /// The place was left.
        case leave
        /// The swing circle was left: the anchor does not hold.
        case dragging
        /// The boat is within the swing circle again.
        case holding
        /// The anchor watch has had no current position for a minute.
        case lost
        /// The anchor watch has a current position again.
        case found
    }

    /// What the anchor watch is called in place of a place's name; `kind` tells one from the other.
    public static let anchor = "anchor"

    /// What happened.
    public var kind: Kind
    /// The name of the place, or ``anchor``.
    public var place: String
    /// When that became certain, by the wall clock.
    public var moment: Timestamp
    /// When it happened as far as is known, by the wall clock; not after `moment`.
    public var since: Timestamp
    /// Where the machine was when it became certain; nil where no current position decided it.
    public var coordinate: Coordinate?
    /// Metres of the radius around the coordinate; nil where there is none.
    public var horizontalAccuracy: Double?
    /// Metres from the anchor; nil for places, and where it is not known.
    public var distance: Double?

    /// Makes an occurrence.
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

    /// Whether it is the anchor watch's, and `place` no name of a place.
    public var isAnchor: Bool { kind != .enter && kind != .leave }
}
