/// What the configuration says about the places of the world.
public struct PlacesSettings: Hashable, Sendable {
    /// Metres of a tenth of a degree of latitude: what WhereIsMyMac's successor, AustralianPostcodes, calls near.
    public static let tenthOfDegree = 11_132.0

    /// Metres beyond which a place is not told as the nearest one; 0 where none is looked for.
    public var nearestWithin = tenthOfDegree

    /// The built-in defaults.
    public init() {}

    /// Metres beyond which a place is not near to who asks without a limit; more than 0.
    public var searchRadius: Double { nearestWithin > 0 ? nearestWithin : Self.tenthOfDegree }
}
