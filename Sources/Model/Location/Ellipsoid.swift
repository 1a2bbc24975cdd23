/// The WGS 84 ellipsoid: NIMA TR8350.2, third edition, table 3.1.
enum Ellipsoid {
    /// Metres from the centre to the equator.
    static let semiMajorAxis = 6_378_137.0
    /// How much shorter the polar axis is, as a part of the equatorial one.
    static let flattening = 1 / 298.257223563
    /// Metres from the centre to a pole.
    static let semiMinorAxis = semiMajorAxis * (1 - flattening)
    /// First eccentricity, squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    /// Second eccentricity, squared.
    static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)

    /// Metres: how the surface bends along a meridian (`M`) and across it (`N`), where the latitude has this sine.
    ///
    /// TR8350.2, section 4 and appendix B; at the poles both are the same.
    static func radii(sineOfLatitude sine: Double) -> (meridian: Double, primeVertical: Double) {
        let bend = 1 - eccentricitySquared * sine * sine
        let primeVertical = semiMajorAxis / bend.squareRoot()
        return (primeVertical * (1 - eccentricitySquared) / bend, primeVertical)
    }
}
