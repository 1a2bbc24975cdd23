import Location

/// A witness of a three-dimensional altitude that steps by more than a machine climbs or falls.
///
/// The altitude of a two-dimensional fix is an old one and does not count.
struct AltitudeWitness: Sendable {
    /// Metres beyond any error of a fix that has held for a minute, and claimed vertical errors, if those are more.
    private static let begin = 100.0
    private static let errors = 3.0
    /// The vertical speed in m/s of a fast climb.
    private static let maxClimb = 30.0
    /// The seconds after which the new altitude is taken for usual.
    private static let patience = 900.0
    /// The fixes in a row that show more than an outlier.
    private static let minCount = 3

    private var trusted: (altitude: Double, time: Double)?
    private var count = 0
    private var since = 0.0
    /// The step in metres.
    private(set) var step = 0.0
    /// True while the altitude is elsewhere than before.
    var isActive: Bool { count >= Self.minCount }

    /// Adds a fix.
    mutating func add(_ observation: Observation, _ context: Context) {
        guard let altitude = observation.altitude else { return }
        guard let trusted else {
            if context.isSettled { self.trusted = (altitude, observation.time) }
            return
        }
        step = altitude - trusted.altitude
        let error = max(Self.begin, Self.errors * (observation.verticalAccuracy ?? 0))
        let elapsed = count > 0 ? since - trusted.time : observation.time - trusted.time
        guard abs(step) > error + Self.maxClimb * max(1, elapsed) else {
            self.trusted = (altitude, observation.time)
            count = 0
            return
        }
        if count == 0 { since = observation.time }
        count += 1
        if observation.time - since > Self.patience { restart() }
    }

    /// Forgets the altitude, after a gap.
    mutating func restart() { (trusted, count) = (nil, 0) }
}
