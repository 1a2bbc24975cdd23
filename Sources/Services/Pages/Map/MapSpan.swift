/// How much of the earth a map shows: degrees from its bottom to its top and from its left to its right.
struct MapSpan: Hashable, Sendable {
    /// Degrees of latitude.
    let latitude: Double
    /// Degrees of longitude.
    let longitude: Double

    /// The span WhereIsMyMac gave its map, to the digit.
    ///
    /// Its longitude is multiplied by the cosine of the latitude where it had to be divided, and an accuracy below 0
    /// gives spans below 0. This is for the template that mirrors it; ``MapBounds`` is right.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north.
    ///   - accuracy: Metres.
    /// - Returns: The two values of its URL.
    static func original(latitude: Double, accuracy: Double) -> MapSpan {
        let range = accuracy * Earth.latitudePerMetre * 2
        return MapSpan(latitude: range, longitude: range * Earth.cosine(ofDegrees: latitude))
    }
}
