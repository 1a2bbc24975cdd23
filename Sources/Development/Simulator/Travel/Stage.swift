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
