/// A part of a journey: what is done, and where.
struct Stage: Sendable {
    /// What is done.
    enum Maneuver: Sendable {
        /// Standing still, in seconds.
        case stand(Double)
        /// Going on for that many metres at that speed, turning by so many degrees on the way, to be at the last
        /// speed at the end.
        case go(metres: Double, speed: Double, turn: Double = 0, end: Double)
        /// Swinging on an anchor's chain, in seconds.
        case swing(Double)
        /// Being carried that many metres away while nobody looks, in seconds.
        case carried(Double, north: Double, east: Double)
    }

    var maneuver: Maneuver
    var surroundings: SignalEnvironment

    init(_ maneuver: Maneuver, _ surroundings: SignalEnvironment = .open) {
        self.maneuver = maneuver
        self.surroundings = surroundings
    }
}

/// How something moves.
struct Vehicle: Sendable {
    /// Metres per second squared, gaining speed.
    var acceleration: Double
    /// Metres per second squared, losing it.
    var braking: Double
    /// How much its speed wanders, as a part of it (one standard deviation, over ``pace``).
    var unsteadiness: Double
    /// How much its way bends: one standard deviation of the curvature, in 1/m (over ``pace``).
    var curvature: Double
    /// Seconds over which speed and bend change.
    var pace: Double

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
    /// Metres per second squared with which it goes on for a moment, to have a speed now and another where the way ends.
    ///
    /// It brakes as late as it can, by what leads to the last speed exactly; a moment ahead, so as never to brake
    /// harder for having begun too late.
    func acceleration(
        from speed: Double, to wanted: Double, endSpeed end: Double, metresLeft left: Double, moment: Double
    ) -> Double {
        let surplus = speed * speed - end * end
        if surplus > 0, surplus >= 2 * braking * (left - speed * moment) { return -surplus / (2 * left) }
        return min(max((wanted - speed) / moment, -2 * braking), acceleration)
    }
}

/// What is around a receiver, and so what it gets to hear.
public enum SignalEnvironment: String, CaseIterable, Sendable {
    /// Nothing in the way.
    case open
    /// Houses along the road.
    case street
    /// An urban canyon, or a place beside a tall building: reflections, few satellites.
    case canyon
    /// Trees or embankments on both sides of a railway.
    case cutting
    /// No satellite at all; the receiver says so.
    case tunnel
    /// The receiver has no power and says nothing.
    case off
}
