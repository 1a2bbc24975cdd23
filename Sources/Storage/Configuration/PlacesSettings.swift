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

extension SettingKey {
    /// The settings of `[places]`.
    static let places = [nearestWithin]

    private static let nearestWithin = SettingKey(
        section: "places", name: "nearest-within",
        expected: "a distance such as 500m or 20km, or 0 to look for no place",
        text: { "\($0.places.nearestWithin.setting)m" }
    ) { text, settings in
        guard let metres = Double(distance: text) else { return false }
        settings.places.nearestWithin = metres
        return true
    }
}

extension Double {
    /// Metres that make sense on Earth, halfway around which are 20,004 km.
    private static let distanceRange = 0...21e6

    /// Reads a distance as people write it, in metres, 0 or more; nil for anything else.
    ///
    /// - Parameter text: a number of metres such as `500` or `500m`, or of kilometres such as `20km`, up to 21,000 km.
    public init?(distance text: String) {
        let isLong = text.hasSuffix("km")
        let digits = text.dropLast(isLong ? 2 : text.hasSuffix("m") ? 1 : 0)
        guard let number = Double(digits), case let metres = number * (isLong ? 1000 : 1),
            Self.distanceRange.contains(metres)
        else { return nil }
        // Of a negative zero nothing is left to tell.
        self = metres.magnitude
    }
}
