/// A satellite as a receiver sees it.
public struct SatelliteInView: Hashable, Sendable {
    /// The satellite's number in NMEA 0183: 1 to 32 for GPS, 33 to 64 for SBAS.
    public let number: Int
    /// Degrees above the horizon, 0 to 90.
    public let elevation: Int
    /// Degrees from true north, 0 to 359.
    public let azimuth: Int
    /// Carrier to noise, dB-Hz, 0 to 99.
    public let strength: Int
    /// Whether the position is worked out from it.
    public let isUsed: Bool
}
