import Glibc

/// The satellites over the receiver of a demonstration.
///
/// Their positions are fixed, which is accurate for minutes; their strength fluctuates.
struct SimulatedSky: Sendable {
    /// Well distributed GPS satellites, some of them low; SBAS 35 (PRN 122), whose corrections make the fix
    /// differential.
    private static let places: [(number: Int, elevation: Int, azimuth: Int)] = [
        (2, 68, 214), (5, 57, 31), (7, 44, 118), (13, 39, 287), (15, 33, 165), (20, 27, 62), (24, 22, 336),
        (29, 18, 249), (30, 8, 94), (12, 5, 301), (35, 41, 12),
    ]
    /// The elevation mask in degrees.
    private static let mask = 10
    private static let firstSBAS = 33

    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> [SatelliteInView] {
        Self.places.map { place in
            // Signals from high elevations cross less air and meet the better side of the antenna.
            let typical = 28 + 20 * sin(Double(place.elevation) * .pi / 180)
            let strength = typical + generator.nextNormal()
            return SatelliteInView(
                number: place.number, elevation: place.elevation, azimuth: place.azimuth,
                strength: Int(min(max(strength, 0), 99)),
                isUsed: place.elevation >= Self.mask && place.number < Self.firstSBAS)
        }
    }
}

/// A satellite in view of a simulated receiver.
public struct SatelliteInView: Hashable, Sendable {
    /// The satellite's number in NMEA 0183: 1 to 32 for GPS, 33 to 64 for SBAS.
    public let number: Int
    /// Degrees above the horizon, 0 to 90.
    public let elevation: Int
    /// Degrees from true north, 0 to 359.
    public let azimuth: Int
    /// The carrier-to-noise density in dB-Hz, 0 to 99.
    public let strength: Int
    /// True if the satellite is used in the fix.
    public let isUsed: Bool
}
