import Basics
import Location
import Simulator

/// Runs one contestant in one scenario and compares the displayed values with the truth.
struct Examiner<Subject: Contestant> {
    /// Seconds after a true start or stop, and after a time without positions, in which the motion is not evaluated.
    private let grace: Double
    /// Seconds from the start in which the motion may be unknown.
    private static var warmUp: Double { 10 }
    /// Good epochs after a relocation that may be rejected.
    private static var confirmation: Int { 3 }
    /// The radius in metres of a fix without one.
    private static var unknownRadius: Double { 15 }

    private var subject: Subject?
    private var start = Duration.zero
    private var consistency = StateConsistencyMonitor()
    private var accumulator = ScoreAccumulator()
    private var divergence: DivergenceMonitor
    private var rawDivergence: DivergenceMonitor
    /// The previous epoch, with the seconds of rest until then.
    private var previous: (uptime: Duration, truth: GroundTruth, odometer: Double, rest: Double, measured: Coordinate?)?
    private var lastMeasured: (uptime: Duration, truth: GroundTruth)?
    private var unchangedSince = Duration.zero
    private var sinceRelocation: Int?
    private var lastTimestamp: Timestamp?

    init(interval: Double) {
        grace = max(5, 2 * interval)
        divergence = DivergenceMonitor(interval: interval)
        rawDivergence = divergence
    }

    /// Processes the next epoch; returns the displayed values, and the verdict with its reason.
    mutating func process(_ epoch: ScenarioEpoch) -> (displayed: DisplayedFix, verdict: String) {
        let now = epoch.moment
        var subject = self.subject ?? makeSubject(at: epoch)
        advance(&subject, to: epoch)
        let (verdict, reason) = subject.process(epoch)
        let displayed = subject.displayedFix(at: now)
        self.subject = subject
        consistency.record(epoch)
        consistency.evaluate(displayed.state, at: now.uptime)
        detectRelocation(epoch)
        let rest = secondsOfRest(epoch)
        accumulator.faults += faults(of: displayed, epoch)
        score(displayed, verdict: verdict, epoch: epoch)
        let odometer = displayed.odometer ?? 0
        if let previous, rest >= 5, previous.rest >= 5 {
            accumulator.phantom += max(0, odometer - previous.odometer)
            accumulator.restSeconds += (now.uptime - previous.uptime).inSeconds
            if let measured = epoch.measured {
                accumulator.rawPhantom += previous.measured?.distance(to: measured) ?? 0
            }
        }
        previous = (now.uptime, epoch.truth, odometer, rest, epoch.measured)
        return (displayed, reason.isEmpty ? verdict.rawValue : "\(verdict.rawValue) \(reason)")
    }

    /// Returns the score of all epochs so far.
    func score() -> Score {
        accumulator.score(
            distance: previous?.truth.distance ?? 0, odometer: previous?.odometer ?? 0,
            contradiction: consistency.longest.inSeconds, astray: max(0, divergence.seconds - rawDivergence.seconds))
    }
}

extension Examiner {
    private mutating func makeSubject(at epoch: ScenarioEpoch) -> Subject {
        start = epoch.moment.uptime
        unchangedSince = start
        return Subject(device: epoch.fix?.device ?? "/dev/ttyACM0", at: epoch.moment)
    }

    /// Advances the contestant to an epoch, and evaluates its state once a second until then.
    private mutating func advance(_ subject: inout Subject, to epoch: ScenarioEpoch) {
        guard let previous else { return }
        var moment = Moment(
            uptime: previous.uptime, wallClock: epoch.moment.wallClock + (previous.uptime - epoch.moment.uptime))
        while epoch.moment.uptime - moment.uptime > .milliseconds(1500) {
            moment.uptime += .seconds(1)
            moment.wallClock = moment.wallClock + .seconds(1)
            subject.advance(to: moment)
            consistency.evaluate(subject.displayedFix(at: moment).state, at: moment.uptime)
        }
        subject.advance(to: epoch.moment)
    }

    /// Detects a relocation: the true position changes without a true distance.
    private mutating func detectRelocation(_ epoch: ScenarioEpoch) {
        guard epoch.measured != nil else { return }
        if let last = lastMeasured {
            let jump = last.truth.coordinate.distance(to: epoch.truth.coordinate)
            if jump > 1000 + 1.1 * (epoch.truth.distance - last.truth.distance) { sinceRelocation = 0 }
            if epoch.moment.uptime - last.uptime > .seconds(12) { unchangedSince = epoch.moment.uptime }
        }
        lastMeasured = (epoch.moment.uptime, epoch.truth)
        if !epoch.isDuplicate { sinceRelocation = sinceRelocation.map { $0 + 1 } }
    }

    /// Returns the seconds for which the true position has been at rest; 0 in motion.
    private mutating func secondsOfRest(_ epoch: ScenarioEpoch) -> Double {
        let now = epoch.moment.uptime
        guard let previous else { return 0 }
        if previous.truth.isMoving != epoch.truth.isMoving { unchangedSince = now }
        // Without a position, rest does not count: the distance of a tunnel is added at its end, even at a red light.
        guard !epoch.truth.isMoving, epoch.measured != nil else { return 0 }
        return previous.truth.isMoving ? 0 : previous.rest + (now - previous.uptime).inSeconds
    }

    private mutating func faults(of displayed: DisplayedFix, _ epoch: ScenarioEpoch) -> Int {
        var faults = 0
        if let coordinate = displayed.coordinate, coordinate.latitude == 0, coordinate.longitude == 0 { faults += 1 }
        guard let time = displayed.timestamp else { return faults }
        if let last = lastTimestamp, time < last { faults += 1 }
        lastTimestamp = time
        // An old position that is not live, such as after two hours without power, is not a fault.
        if displayed.state == .live, abs((time - epoch.time).inSeconds) > 86_400 { faults += 1 }
        return faults
    }

    private mutating func score(_ displayed: DisplayedFix, verdict: EpochVerdict, epoch: ScenarioEpoch) {
        guard let measured = epoch.measured, !epoch.isDuplicate else { return }
        let truth = epoch.truth.coordinate
        let raw = truth.distance(to: measured)
        let error = displayed.coordinate.map { truth.distance(to: $0) }
        let isConfirming = awaitsRelocation(displayed, error: error, rawError: raw)
        accumulator.outliers += displaysOutlier(epoch, verdict: verdict, error: error) ? 1 : 0
        if !epoch.isOutlier, !isConfirming {
            accumulator.good += 1
            accumulator.rejected += verdict == .rejected ? 1 : 0
        }
        evaluateMotion(displayed.motion, epoch)
        guard let error, !isConfirming else { return }
        let rawRadius = epoch.fix?.horizontalAccuracy?.radius ?? Self.unknownRadius
        divergence.evaluate(error: error, radius: displayed.radius)
        rawDivergence.evaluate(error: raw, radius: rawRadius)
        accumulator.add(error: error, radius: displayed.radius, raw: raw, rawRadius: rawRadius)
    }

    /// Returns true while a relocation may be rejected; counts the epochs until it is displayed.
    private mutating func awaitsRelocation(_ displayed: DisplayedFix, error: Double?, rawError: Double) -> Bool {
        guard let count = sinceRelocation else { return false }
        if accumulator.relocation == nil, displayed.state == .live, let error, error < max(100, 3 * rawError) {
            accumulator.relocation = count
        }
        accumulator.wasRelocated = true
        let isConfirming = accumulator.relocation == nil && count <= Self.confirmation
        if count > Self.confirmation, accumulator.relocation != nil { sinceRelocation = nil }
        return isConfirming
    }

    /// Returns true if the displayed position is nearer to an outlier than to the truth, or the outlier was accepted.
    private func displaysOutlier(_ epoch: ScenarioEpoch, verdict: EpochVerdict, error: Double?) -> Bool {
        guard epoch.isOutlier, let coordinate = epoch.fix?.coordinate else { return false }
        let offset = epoch.truth.coordinate.distance(to: coordinate)
        return verdict == .accepted || (error ?? 0) > offset / 2
    }

    private mutating func evaluateMotion(_ motion: Motion?, _ epoch: ScenarioEpoch) {
        let now = epoch.moment.uptime
        guard (now - unchangedSince).inSeconds >= grace else { return }
        let isUnknown = motion == nil || motion == .unknown
        if isUnknown, (now - start).inSeconds < Self.warmUp { return }
        accumulator.motions += 1
        accumulator.correctMotions += motion == (epoch.truth.isMoving ? .moving : .stationary) ? 1 : 0
    }
}
