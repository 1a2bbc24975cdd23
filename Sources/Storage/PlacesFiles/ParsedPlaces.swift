public import Places

/// What a file of places held.
public struct ParsedPlaces: Hashable, Sendable {
    /// The places, in their order in the file.
    public var places: [Place] = []
    /// What was no place.
    public var issues: [PlaceIssue] = []
}
