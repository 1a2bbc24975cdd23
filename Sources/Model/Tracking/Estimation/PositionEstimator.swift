import Basics
import Location

/// Estimates position, motion and distance travelled from the fixes of one receiver, and never worse than it.
///
/// In motion the fix itself is shown, smoothed only as far as rests have proved that smoothing helps; at rest the mean.
///
/// Each constant of the estimation is declared beside its use, with its unit, meaning and source; "measured" refers to the
/// drives with surveyed truth and the recordings at rest in docs/truth.md.
struct PositionEstimator: Sendable {
    /// The seconds without a fix that make a gap, and the same in mean intervals of a slow receiver.
    static let gap = 5.0
    private static let gapIntervals = 2.5
    /// The share of a new interval in the mean, and the difference within which two in a row are the interval.
    private static let intervalShare = 0.1
    private static let sameInterval = 0.2
    /// The largest interval in seconds that is computed with.
    private static let maxStep = 1e9
    /// The number of receivers of which statistics are kept.
    static let maxReceivers = 8
    /// The multiple of the offset that the radius covers.
    private static let offsetCover = 1.25

    /// The last fix that did not repeat another one.
    struct Last: Sendable {
        var uptime: Duration
        let device: String
        var position: SIMD3<Double>
        var velocity: SIMD3<Double>?
        /// The seconds since a velocity was reported.
        var velocityAge = 0.0
    }

    typealias RestSpreads = (all: [Spread], bySky: [Spread])

    var detector = MotionDetector()
    var gate: OutlierGate
    /// The statistics of the receiver in use, and of former ones.
    var statistics = ReceiverStatistics()
    private var others: [String: ReceiverStatistics] = [:]
    var last: Last?
    /// The position shown, Earth-centred in metres, and the fix that it is, if it is one.
    var shown = SIMD3<Double>.zero
    var shownFix: Coordinate?
    /// The seconds of fixes in the position shown.
    var averagedSeconds = 0.0
    var motionFilters = ReferenceFilters(at: .zero)
    var restFilters: ReferenceFilters?
    /// The spreads at rest that the present one has confirmed by going on, and newer ones of an age in seconds.
    var evidence: (confirmed: RestSpreads, newer: RestSpreads, age: Double)?
    var track = Track(at: .zero)
    /// The mean offset of the fixes from the position at rest, in metres.
    var offset = VectorMean(Self.offsetTime)
    /// The seconds for which they have left it.
    var displacedSeconds = 0.0
    /// The position when it had last moved far, and the seconds since.
    var dwell: (position: SIMD3<Double>, seconds: Double) = (.zero, 0)
    /// The mean interval of the fixes in seconds, and the last interval.
    var interval = 1.0
    var lastStep = 0.0
    /// True if the reported velocity is of no use.
    var ignoresVelocity = false
    /// The radius of the last fix that was used, in metres.
    var radius = MeasuredFix.unknownRadius
    /// The position before the distance that the positions have not confirmed yet, and that distance in metres.
    var departure: SIMD3<Double>?
    var pendingDistance = 0.0
    /// The distance travelled in metres.
    var odometer: Double
    /// The treatment of the last fix; nil if it was rejected.
    var treatment: Treatment?
    /// Recently rejected fixes whose rejection was just reverted, as they would have been shown.
    var reinstated: [Fix] = []

    init(platform: Platform, odometer: Double, learned: [String: ReceiverStatistics] = [:]) {
        gate = OutlierGate(platform: platform)
        self.odometer = odometer
        others = learned
    }

    /// The statistics of each receiver by its device.
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
    mutating func process(_ candidate: Candidate, _ measurement: MeasuredFix) -> Jump? {
        reinstated.removeAll()
        treatment = nil
        guard let last, last.device == candidate.fix.device else {
            use(candidate.fix.device)
            start(candidate, measurement)
            return nil
        }
        let step = min((candidate.uptime - last.uptime).inSeconds, Self.maxStep)
        guard step > MotionClock.minInterval else { return nil }
        // A receiver that reports once a minute has no gaps.
        if abs(step - lastStep) < Self.sameInterval * step { interval = step }
        if step > max(Self.gap, Self.gapIntervals * interval) {
            let jump = resume(candidate, measurement, after: step)
            if jump == nil { lastStep = step }
            return jump
        }
        lastStep = step
        interval += (step - interval) * Self.intervalShare
        return follow(candidate, measurement, after: step)
    }

    /// Keeps apart what is known of several receivers.
    private mutating func use(_ device: String) {
        let known = others.removeValue(forKey: device) ?? ReceiverStatistics()
        if let last {
            if others.count >= Self.maxReceivers, let oldest = others.min(by: { $0.value.isOlder(than: $1.value) }) {
                others[oldest.key] = nil
            }
            others[last.device] = statistics
        }
        statistics = known
        gate.removeSuspects()
        (interval, lastStep) = (1, 0)
    }

    /// Starts at the next fix, wherever that is; what is known of the receiver stays.
    mutating func forgetPosition() {
        if let last { others[last.device] = statistics }
        last = nil
    }

    /// Restarts at a fix; what is known of the receiver stays.
    mutating func start(_ candidate: Candidate, _ measurement: MeasuredFix, after step: Double = 0) {
        let position = measurement.position
        statistics.add(radius: measurement.learntRadius, after: step)
        last = Last(
            uptime: candidate.uptime, device: candidate.fix.device, position: position,
            velocity: measurement.velocity)
        ignoresVelocity = measurement.velocity == nil || !statistics.hasUsableSpeed
        detector = MotionDetector(ignoresVelocity ? nil : measurement.velocity, noise: statistics.dopplerFactor)
        (shown, shownFix, averagedSeconds, radius) = (position, candidate.place, 0, measurement.radius)
        (motionFilters, restFilters, evidence) = (ReferenceFilters(at: position), nil, nil)
        track = Track(at: position)
        offset.reset()
        dwell = (position, 0)
        (departure, pendingDistance, displacedSeconds) = (position, 0, 0)
        treatment = Treatment(.restarted, distance: 0)
    }

    /// Returns the fix with the estimated position, accuracy and motion.
    func estimate(for fix: Fix) -> Fix {
        guard let last else { return fix }
        var estimate = fix
        estimate.coordinate = shownFix ?? Coordinate(nearSurface: shown) ?? fix.coordinate
        // Recent fixes that have left the mean may be right, and one that has left its way may be a reflection.
        let left = detector.isStill ? offset.value.length : (last.position - motionFilters.slowest).length
        let learnt = statistics.radius(claimed: radius, atRest: detector.isStill, departed: Self.offsetCover * left)
        let held = detector.isStill ? Self.offsetCover * left : 0
        let shown = max(fix.correctedRadius ?? learnt, held, fix.differential.minRadius)
        estimate.horizontalAccuracy = HorizontalAccuracy(radius: shown, origin: .estimate)
        estimate.accuracyEllipse = fix.accuracyEllipse?.scaled(to: shown)
        if statistics.contradictedSpeed.isTrue { (estimate.speed, estimate.course) = (nil, nil) }
        if motion == .stationary {
            estimate.speed = estimate.speed == nil ? nil : 0
            estimate.course = nil
        }
        return estimate
    }
}
