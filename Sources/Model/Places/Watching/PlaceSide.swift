/// Which side of a place's border one is on.
public enum PlaceSide: String, CaseIterable, Hashable, Sendable {
    /// In the place, or on its border.
    case inside
    /// Not in the place.
    case outside
}
