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
