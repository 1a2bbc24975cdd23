/// A stage of a journey: a maneuver in an environment.
struct Stage: Sendable {
    enum Maneuver: Sendable {
        /// Standing for a time in seconds.
        case stand(Double)
        /// Moving a distance in metres at a speed, turning by a number of degrees, with a final speed.
        case go(metres: Double, speed: Double, turn: Double = 0, end: Double)
        /// Swinging at anchor for a time in seconds.
        case swing(Double)
        /// Being carried away by a displacement in metres over a time in seconds.
        case carried(Double, north: Double, east: Double)
    }

    var maneuver: Maneuver
    var surroundings: SignalEnvironment

    init(_ maneuver: Maneuver, _ surroundings: SignalEnvironment = .open) {
        self.maneuver = maneuver
        self.surroundings = surroundings
    }
}

/// The motion characteristics of a vehicle.
struct Vehicle: Sendable {
    /// The acceleration in m/s².
    var acceleration: Double
    /// The deceleration in m/s².
    var braking: Double
    /// The relative variation of its speed (one standard deviation, over ``pace``).
    var unsteadiness: Double
    /// The variation of its curvature: one standard deviation in 1/m (over ``pace``).
    var curvature: Double
    /// The correlation time of speed and curvature in seconds.
    var pace: Double

    static let steady = Vehicle(acceleration: 5, braking: 5, unsteadiness: 0, curvature: 0, pace: 6)
    static let walker = Vehicle(acceleration: 0.8, braking: 1, unsteadiness: 0.08, curvature: 0.03, pace: 6)
    static let car = Vehicle(acceleration: 1.8, braking: 2.2, unsteadiness: 0.06, curvature: 0.0008, pace: 12)
    static let motorwayCar = Vehicle(
        acceleration: 1.4, braking: 1.5, unsteadiness: 0.03, curvature: 0.0004, pace: 20)
    static let train = Vehicle(acceleration: 0.5, braking: 0.6, unsteadiness: 0.01, curvature: 0.0002, pace: 30)
    static let sled = Vehicle(
        acceleration: 0.8, braking: 1, unsteadiness: 0.05, curvature: 0.00003, pace: 12)
    static let boat = Vehicle(acceleration: 0.3, braking: 0.3, unsteadiness: 0.05, curvature: 0.001, pace: 15)
}

extension Vehicle {
    /// Returns the acceleration in m/s² for a moment, to reach a speed now and another one at the end of the distance.
    ///
    /// Brakes as late as possible, with the deceleration that yields the final speed exactly; one moment ahead, so as
    /// never to brake harder because of a late start.
    func acceleration(
        from speed: Double, to targetSpeed: Double, endSpeed end: Double, metresLeft remaining: Double, moment: Double
    ) -> Double {
        let surplus = speed * speed - end * end
        if surplus > 0, remaining > 0, surplus >= 2 * braking * (remaining - speed * moment) {
            return -surplus / (2 * remaining)
        }
        return min(max((targetSpeed - speed) / moment, -2 * braking), acceleration)
    }
}

/// The environment of a receiver, which determines its reception.
public enum SignalEnvironment: String, CaseIterable, Sendable {
    /// Open sky.
    case open
    /// A street lined with houses.
    case street
    /// An urban canyon, or beside a tall building: reflections, few satellites.
    case canyon
    /// Trees or embankments on both sides of a railway.
    case cutting
    /// No satellites; the receiver reports so.
    case tunnel
    /// The receiver is off and silent.
    case off
}
