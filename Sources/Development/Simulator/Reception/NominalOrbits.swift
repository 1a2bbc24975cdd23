import Basics
import Glibc
import Location

/// The satellites of GPS and Galileo on their nominal orbits, which are circles, as seen from a place at a time.
///
/// The slots are those of the service definitions: GPS Standard Positioning Service Performance Standard, fifth edition,
/// section 3.2, and Galileo Open Service Definition Document 1.3, section 2.3. They are as many as true ones and move as
/// those do; where a single satellite stands today is not known here.
struct NominalOrbits: Sendable {
    private static let all = [
        NominalOrbits(.gps, planes: 6, perPlane: 4, radius: 26_559_800, inclination: 55, phase: 40),
        NominalOrbits(.galileo, planes: 3, perPlane: 8, radius: 29_600_318, inclination: 56, phase: 15),
    ]
    /// The gravitational constant of the Earth in m³/s² and its rotation in radians per second: WGS 84, NIMA TR8350.2.
    private static let (gravity, rotation) = (3.986004418e14, 7.292115e-5)
    /// The degrees above the horizon from which a satellite is used.
    private static let mask = 10.0

    private let constellation: Constellation
    private let planes: Int
    private let perPlane: Int
    /// Metres from the centre of the Earth.
    private let radius: Double
    /// Degrees.
    private let inclination: Double
    /// The degrees by which each plane is ahead of the one before it.
    private let phase: Double

    private init(
        _ constellation: Constellation, planes: Int, perPlane: Int, radius: Double, inclination: Double, phase: Double
    ) {
        (self.constellation, self.planes, self.perPlane) = (constellation, planes, perPlane)
        (self.radius, self.inclination, self.phase) = (radius, inclination, phase)
    }

    /// Returns the sky of a place: all satellites above the horizon, the highest first, of which a number is used at most.
    static func sky(from here: Coordinate, at time: Timestamp, maxUsed: Int, hdop: Double?) -> Satellites {
        guard let origin = ECEFVector(GeodeticPosition(coordinate: here, ellipsoidalAltitude: 0)) else {
            return Satellites(hdop: hdop)
        }
        let seconds = Double(time.milliseconds) / 1000
        var inView = all.flatMap { $0.satellites(from: here, origin, seconds: seconds) }
            .sorted { $0.elevation ?? 0 > $1.elevation ?? 0 }
        let used = min(maxUsed, inView.count { $0.elevation ?? 0 >= mask })
        for index in 0..<used { inView[index].isUsed = true }
        return Satellites(used: used, visible: inView.count, hdop: hdop, inView: inView)
    }

    private func satellites(from here: Coordinate, _ origin: ECEFVector, seconds: Double) -> [Satellite] {
        (0..<planes * perPlane).compactMap { index in
            let (plane, slot) = (index / perPlane, index % perPlane)
            let node = 2 * .pi * Double(plane) / Double(planes) - Self.rotation * seconds
            let start = 360 * Double(slot) / Double(perPlane) + phase * Double(plane)
            let angle = start * .pi / 180 + (Self.gravity / (radius * radius * radius)).squareRoot() * seconds
            let (tilt, along, across) = (inclination * .pi / 180, cos(angle), sin(angle))
            let way = ECEFVector(
                x: radius * (along * cos(node) - across * cos(tilt) * sin(node)) - origin.x,
                y: radius * (along * sin(node) + across * cos(tilt) * cos(node)) - origin.y,
                z: radius * across * sin(tilt) - origin.z)
            return way.flatMap { satellite(index + 1, in: $0, from: here) }
        }
    }

    /// Returns a satellite in a direction from here; nil below the horizon.
    private func satellite(_ number: Int, in way: ECEFVector, from here: Coordinate) -> Satellite? {
        let (latitude, longitude) = (here.latitude * .pi / 180, here.longitude * .pi / 180)
        let out = cos(longitude) * way.x + sin(longitude) * way.y
        let east = cos(longitude) * way.y - sin(longitude) * way.x
        let north = cos(latitude) * way.z - sin(latitude) * out
        let elevation = atan2(cos(latitude) * out + sin(latitude) * way.z, hypot(east, north)) * 180 / .pi
        let azimuth = atan2(east, north) * 180 / .pi
        guard elevation > 0 else { return nil }
        // Signals from high elevations cross less air and meet the better side of the antenna.
        return Satellite(
            constellation: constellation, number: number, elevation: elevation.printed(1),
            azimuth: (azimuth < 0 ? azimuth + 360 : azimuth).printed(1),
            signal: (28 + 20 * sin(elevation * .pi / 180)).rounded())
    }
}
