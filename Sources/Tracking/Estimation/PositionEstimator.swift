import Location

/// The best estimate of where the machine is, whether it moves and how far it has come, from one receiver's fixes.
struct PositionEstimator: Sendable {
    private var filter: PositionFilter?
    private var detector = MotionDetector()
    private var gate: JumpGate
    private var last: (uptime: Duration, device: String)?
    /// Where the machine stood when it last stood, on the map.
    private var stand: LocalVector?
    /// Metres travelled.
    private(set) var odometer: Double

    init(platform: Platform, odometer: Double) {
        gate = JumpGate(platform: platform)
        self.odometer = odometer
    }

    /// Whether the machine moves.
    var motion: Motion { detector.motion }

    /// Takes a fix at a place; answers why it cannot be true, if it cannot.
    mutating func take(_ fix: Fix, at place: Coordinate, uptime: Duration) -> Jump? {
        let noise = FixNoise(fix, scale: 1)
        guard var current = filter, let last, last.device == fix.device else {
            start(with: fix, at: place, noise, uptime)
            return nil
        }
        let time = max((uptime - last.uptime).inSeconds, 0.01)
        var predicted = current
        predicted.predict(time, acceleration: acceleration(after: time), noise)
        let miss = predicted.innovation(place).length
        let radius = FixNoise.ninetyFivePercent * current.deviation
        let speed = max(fix.speed ?? 0, current.velocity.length)
        let jump = gate.judge(
            fix, at: place, distance: miss, expected: radius, speed: speed, after: time, uptime: uptime)
        if let jump { return jump }
        if gate.isOverruled || time > Thresholds.gap * 6 {
            bridge(to: place, after: time)
            start(with: fix, at: place, noise, uptime)
            return nil
        }
        current = predicted
        update(&current, with: fix, at: place, noise, after: time, uptime: uptime)
        filter = current
        self.last = (uptime, fix.device)
        return nil
    }

    /// A fix with the estimate in place of what the receiver said.
    func shown(_ fix: Fix) -> Fix {
        guard let filter else { return fix }
        var shown = fix
        shown.coordinate = filter.coordinate
        let radius = FixNoise.ninetyFivePercent * filter.deviation * Thresholds.radiusMargin
        shown.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, Thresholds.smallestRadius), origin: .estimate)
        switch motion {
        case .stationary:
            shown.speed = fix.speed == nil ? nil : 0
            shown.course = nil
        case .moving, .unknown:
            break
        }
        return shown
    }
}

extension PositionEstimator {
    private mutating func start(with fix: Fix, at place: Coordinate, _ noise: FixNoise, _ uptime: Duration) {
        filter = PositionFilter(place, noise)
        detector.forget()
        stand = nil
        last = (uptime, fix.device)
    }

    private func acceleration(after time: Double) -> Double {
        motion == .stationary ? Thresholds.standingAcceleration : Thresholds.movingAcceleration
    }

    private mutating func update(
        _ filter: inout PositionFilter, with fix: Fix, at place: Coordinate, _ noise: FixNoise, after time: Double,
        uptime: Duration
    ) {
        detector.add(
            MotionSample(time: uptime.inSeconds, place: filter.frame.offset(of: place), speed: fix.speed))
        if motion != .stationary, let stand { setOff(&filter, from: stand) }
        switch motion {
        case .stationary:
            filter.measure(velocity: LocalVector(), deviation: 0.01)
        case .moving, .unknown:
            if let velocity = Self.velocity(of: fix, at: place, on: filter.frame) {
                filter.measure(velocity: velocity, deviation: Thresholds.speedDeviation)
            }
        }
        let origin = filter.frame.origin
        filter.measure(place, noise)
        if filter.frame.origin != origin { detector.shift(by: filter.frame.offset(of: origin)) }
        stand = motion == .stationary ? filter.offset : nil
        if motion == .moving { odometer += filter.velocity.length * time }
    }

    /// It starts to move: what it has moved since it was noticed is added at once.
    private mutating func setOff(_ filter: inout PositionFilter, from stand: LocalVector) {
        let moved = detector.recentDisplacement
        filter.displace(by: moved)
        odometer += moved.length
    }

    /// What it may have travelled without fixes, such as in a tunnel, is the straight way.
    private mutating func bridge(to place: Coordinate, after time: Double) {
        guard let filter, motion == .moving, time < Thresholds.longestBridge, !gate.isOverruled else { return }
        odometer += filter.coordinate.distance(to: place)
    }

    private static func velocity(of fix: Fix, at place: Coordinate, on frame: LocalFrame) -> LocalVector? {
        guard let speed = fix.speed else { return nil }
        guard speed >= Thresholds.courseSpeed else { return LocalVector() }
        return fix.course.map { frame.velocity(speed: speed, course: $0, at: place) }
    }
}
