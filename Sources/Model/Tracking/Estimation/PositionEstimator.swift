import Basics
import Location

/// Estimates position, motion and distance travelled from the fixes of one receiver, and never worse than it.
///
/// In motion the fix itself is shown, smoothed only as far as rests have proved that smoothing helps; at rest the mean.
struct PositionEstimator: Sendable {
    /// The last fix that was not an echo.
    struct Last: Sendable {
        var uptime: Duration
        let device: String
        var position: SIMD3<Double>
        var velocity: SIMD3<Double>?
        /// The seconds since a velocity was reported.
        var velocityAge = 0.0
    }

    var detector = MotionDetector()
    var gate: OutlierGate
    /// What is known of the receiver in use, and of others that have been.
    var statistics = ReceiverStatistics()
    private var others: [String: ReceiverStatistics] = [:]
    var last: Last?
    /// The position shown, Earth-centred in metres, and the fix that it is, if it is one.
    var shown = SIMD3<Double>.zero
    var shownFix: Coordinate?
    /// The seconds of fixes in the position shown.
    var memory = 0.0
    var moving = ReferenceFilters(at: .zero)
    var resting: ReferenceFilters?
    var track = Track(at: .zero)
    /// The mean offset of the fixes from the position at rest, in metres.
    var offset = VectorMean(Thresholds.offsetTime)
    /// The seconds for which they have left it.
    var displacedSeconds = 0.0
    /// Where the position was when it had last moved far, and the seconds since.
    var calm: (position: SIMD3<Double>, seconds: Double) = (.zero, 0)
    /// The mean interval of the fixes in seconds, and the last interval.
    var interval = 1.0
    var lastStep = 0.0
    /// True if the reported speed is of no use.
    var isBlind = false
    /// The radius of the last fix that was taken, in metres.
    var radius = Thresholds.unknownRadius
    /// Where the machine was before the distance that the positions have not confirmed yet, and that distance in metres.
    var departure: SIMD3<Double>?
    var pendingDistance = 0.0
    /// The distance travelled in metres.
    var odometer: Double
    /// What was done with the last fix; nil if it was refused.
    var treatment: Treatment?
    /// Recently rejected fixes whose rejection was just reverted, as they would have been shown.
    var reinstated: [Fix] = []

    init(platform: Platform, odometer: Double, learned: [String: ReceiverStatistics] = [:]) {
        gate = OutlierGate(platform: platform)
        self.odometer = odometer
        others = learned
    }

    /// What is known of each receiver by its device.
    var learned: [String: ReceiverStatistics] {
        var all = others
        if let last { all[last.device] = statistics }
        return all
    }

    /// The state of motion.
    var motion: Motion { detector.motion }

    /// The kind of vehicle that carries the receiver.
    var platform: Platform {
        get { gate.platform }
        set { gate.platform = newValue }
    }

    /// Processes a fix; returns the jump if it is implausible.
    mutating func process(_ candidate: Candidate) -> Jump? {
        reinstated.removeAll()
        treatment = nil
        let measurement = MeasuredFix(candidate)
        guard let last, last.device == candidate.fix.device else {
            use(candidate.fix.device)
            start(candidate, measurement)
            return nil
        }
        let step = min((candidate.uptime - last.uptime).inSeconds, Thresholds.longestStep)
        guard step > Thresholds.echo else { return nil }
        // A receiver that reports once a minute has no gaps.
        if abs(step - lastStep) < Thresholds.sameInterval * step { interval = step }
        if step > max(Thresholds.gap, Thresholds.gapIntervals * interval) {
            let jump = resume(candidate, measurement, after: step)
            if jump == nil { lastStep = step }
            return jump
        }
        lastStep = step
        interval += (step - interval) * Thresholds.intervalShare
        return follow(candidate, measurement, after: step)
    }

    /// Keeps apart what is known of several receivers.
    private mutating func use(_ device: String) {
        let known = others.removeValue(forKey: device) ?? ReceiverStatistics()
        if let last {
            if others.count >= Thresholds.maxReceivers { removeOldest() }
            others[last.device] = statistics
        }
        statistics = known
        _ = gate.removeSuspects()
        (interval, lastStep) = (1, 0)
    }

    private mutating func removeOldest() {
        if let oldest = others.min(by: { $0.value.isOlder(than: $1.value) }) { others[oldest.key] = nil }
    }

    /// Restarts at a fix; what is known of the receiver stays.
    mutating func start(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double = 0) {
        let position = measurement.position
        statistics.add(radius: measurement.radius, after: step)
        last = Last(
            uptime: candidate.uptime, device: candidate.fix.device, position: position,
            velocity: measurement.velocity)
        isBlind = measurement.velocity == nil || !statistics.hasUsableSpeed
        detector = MotionDetector(isBlind ? nil : measurement.velocity, noise: statistics.dopplerFactor)
        (shown, shownFix, memory, radius) = (position, candidate.place, 0, measurement.radius)
        (moving, resting) = (ReferenceFilters(at: position), nil)
        track = Track(at: position)
        offset.reset()
        calm = (position, 0)
        (departure, pendingDistance, displacedSeconds) = (position, 0, 0)
        treatment = Treatment(.restarted, distance: 0)
    }

    /// Takes the first fix after a gap, unless nothing could have come as far; counts the straight way across it.
    private mutating func resume(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double) -> Jump? {
        let distance = (measurement.position - shown).length
        let speed = max(last?.velocity?.length ?? 0, measurement.velocity?.length ?? 0)
        let reach = gate.reach(after: step, speed: speed)
        if distance > reach {
            guard gate.overrules(candidate, measurement, for: Thresholds.patienceAfterGap) else {
                return Jump(distance: distance, allowed: reach)
            }
            if gate.suspectDistance > max(Thresholds.nearJump, measurement.radius) { odometer += gate.suspectDistance }
            reinstate(gate.removeSuspects())
        } else if distance > max(Thresholds.nearJump, measurement.radius),
            distance < OutlierGate.ordinaryReach(after: step, speed: speed)
        {
            odometer += distance
        }
        _ = gate.removeSuspects()
        start(candidate, measurement, after: step)
        return nil
    }

    /// Counts suspects as right in retrospect.
    mutating func reinstate(_ suspects: [Candidate]) {
        reinstated = suspects.map(\.fix)
    }

    /// Returns the fix with the estimated position, accuracy and motion.
    func estimate(for fix: Fix) -> Fix {
        guard last != nil else { return fix }
        var estimate = fix
        estimate.coordinate = shownFix ?? Coordinate(nearSurface: shown) ?? fix.coordinate
        let learnt = statistics.radius(claimed: radius, atRest: detector.isStill)
        // Recent fixes that have left the mean may be right.
        let radius = max(learnt, detector.isStill ? Thresholds.offsetCover * offset.value.length : 0)
        estimate.horizontalAccuracy = HorizontalAccuracy(
            radius: max(radius, fix.differential.minRadius), origin: .estimate)
        if statistics.contradictedSpeed.isTrue { (estimate.speed, estimate.course) = (nil, nil) }
        if motion == .stationary {
            estimate.speed = estimate.speed == nil ? nil : 0
            estimate.course = nil
        }
        return estimate
    }
}
