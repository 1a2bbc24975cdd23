import Location

/// A witness of positions that repeat to the digit where this receiver never did so.
///
/// Many receivers hold their position at rest on purpose; only one that was seen at rest without doing so is a witness, and
/// only after a gap or a leap, since others begin to after hours.
struct ConstantWitness: Sendable {
    /// The speed of a rest in m/s, and the seconds of it without a repetition that show that the receiver holds nothing.
    private static let restSpeed = 0.3
    private static let learning = 120.0
    /// The fixes in a row that are a hold, and the seconds of it that speak against them.
    private static let minRepeats = 5
    private static let begin = 30.0
    /// The seconds since a gap or a leap within which it begins, and after which it is taken for usual.
    private static let window = 120.0
    private static let patience = 3600.0

    private var last: (coordinate: Coordinate?, time: Double) = (nil, 0)
    private var repeats = 0
    private var since = 0.0
    private var restless = 0.0
    private var isHolder = false
    private var brokenAt: Double?
    /// True while they repeat against the habit of the receiver.
    private(set) var isActive = false

    /// Notes a gap or a leap of the positions.
    mutating func noteBreak(at time: Double) { brokenAt = time }

    /// Adds a fix.
    mutating func add(_ observation: Observation) {
        let step = observation.time - last.time
        defer { last = (observation.coordinate, observation.time) }
        guard observation.coordinate == last.coordinate, step < Reach.prediction else {
            if repeats >= Self.minRepeats, !isActive { isHolder = true }
            if repeats == 0, step < Reach.prediction, (observation.speed ?? 0) < Self.restSpeed { restless += step }
            (repeats, since, isActive) = (0, observation.time, false)
            return
        }
        repeats += 1
        let lasted = observation.time - since
        let isFresh = brokenAt.map { since - $0 < Self.window } ?? false
        guard !isHolder, isFresh, restless >= Self.learning else { return }
        isActive = lasted >= Self.begin && repeats >= Self.minRepeats
        if lasted > Self.patience { (isHolder, isActive) = (true, false) }
    }
}
