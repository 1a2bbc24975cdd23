import Basics
import Location

/// An attack on the receiver of a scenario: what it reports from the tenth to the twentieth minute is not true.
public enum Attack: String, CaseIterable, Sendable {
    /// It is 5 km away, without a gap.
    case jump
    /// It is 90 km inland, without a gap, and moves as before.
    case inland
    /// It is exactly at one point of an airport, at rest.
    case airport
    /// It is 500 km away, under the satellites of there.
    case far
    /// Its altitude is 5 km too high.
    case altitude
    /// It is 5 km away, and all satellites have one strength.
    case flat
    /// It is 5 km away, and the satellites stand elsewhere in the sky.
    case leap
    /// It is 5 km away, and only one constellation is received.
    case vanish

    /// The time of the attack since the first epoch.
    public static let span = Duration.seconds(600)..<Duration.seconds(1200)
    /// The point of ``airport``: that of Saint Petersburg.
    private static let airportPoint = Coordinate(clampingLatitude: 59.8, longitude: 30.26)

    func apply(to epoch: inout ScenarioEpoch) {
        guard var fix = epoch.fix, let place = fix.coordinate else { return }
        epoch.isAttacked = true
        let (north, east) = offset
        fix.coordinate = place.moved(north: north, east: east)
        (fix.ecefPosition, fix.ecefVelocity) = (nil, nil)
        switch self {
        case .altitude:
            fix.altitude = fix.altitude.map { $0 + 5000 }
            fix.ellipsoidalAltitude = fix.ellipsoidalAltitude.map { $0 + 5000 }
        case .airport:
            fix.coordinate = Self.airportPoint
            (fix.speed, fix.course, fix.altitude, fix.ellipsoidalAltitude) = (0, nil, 24, 42)
        default: break
        }
        epoch.fix = fix
        if let sky = epoch.satellites { epoch.satellites = changed(sky, of: epoch) }
    }

    /// Metres north and east of the truth.
    private var offset: (north: Double, east: Double) {
        switch self {
        case .altitude, .airport: (0, 0)
        case .jump, .flat, .leap, .vanish: (3000, 4000)
        case .inland: (54_000, 72_000)
        case .far: (300_000, 400_000)
        }
    }

    private func changed(_ sky: Satellites, of epoch: ScenarioEpoch) -> Satellites {
        var changed = sky
        switch self {
        case .jump, .inland, .airport, .altitude: return sky
        case .flat: for index in changed.inView.indices { changed.inView[index].signal = 45 }
        case .vanish: changed.inView.removeAll { $0.constellation != .gps }
        case .leap, .far:
            let place = self == .far ? epoch.fix?.coordinate : nil
            let time = self == .leap ? epoch.time + .seconds(5 * 3600) : epoch.time
            changed = NominalOrbits.sky(
                from: place ?? epoch.truth.coordinate, at: time, maxUsed: sky.used ?? 0, hdop: sky.hdop)
        }
        (changed.used, changed.visible) = (changed.inView.count { $0.isUsed }, changed.inView.count)
        return changed
    }
}
