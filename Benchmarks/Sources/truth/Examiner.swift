import Basics
import Location
import Simulator

/// Runs one contestant along one scenario and adds up what it shows against the truth.
struct Examiner<Subject: Contestant> {
    /// Seconds after a true start or stop, and after a time without positions, in which nobody has to know it yet.
    private let grace: Double
    /// Seconds at the very beginning in which a motion may be unknown.
    private static var settling: Double { 10 }
    /// Good epochs after a relocation that may be taken for an error.
    private static var confirmation: Int { 3 }

    private var subject: Subject?
    private var begin = Duration.zero
    private var watch = StateWatch()
    private var tally = Tally()
    private var stray: StrayWatch
    private var earlier: (uptime: Duration, truth: GroundTruth, odometer: Double, stood: Double)?
    private var lastMeasured: (uptime: Duration, truth: GroundTruth)?
    private var unchangedSince = Duration.zero
    private var sinceRelocation: Int?
    private var lastTimestamp: Timestamp?

    init(interval: Double) {
        grace = max(5, 2 * interval)
        stray = StrayWatch(interval: interval)
    }

    /// Takes the next epoch; answers what is shown then, and why.
    mutating func take(_ epoch: ScenarioEpoch) -> (shown: Shown, verdict: String) {
        let now = epoch.moment
        var subject = self.subject ?? start(epoch)
        passTime(until: epoch, &subject)
        let (judgement, reason) = subject.take(epoch)
        let shown = subject.shown(at: now)
        self.subject = subject
        watch.note(epoch)
        watch.look(shown.state, at: now.uptime)
        noteRelocation(epoch)
        let stood = noteMotion(epoch)
        tally.faults += faults(shown, epoch)
        score(shown, judgement, epoch)
        let odometer = shown.odometer ?? 0
        if let earlier, stood >= 5, earlier.stood >= 5 {
            tally.phantom += max(0, odometer - earlier.odometer)
            tally.standing += (now.uptime - earlier.uptime).inSeconds
        }
        earlier = (now.uptime, epoch.truth, odometer, stood)
        return (shown, reason.isEmpty ? judgement.rawValue : "\(judgement.rawValue) \(reason)")
    }

    /// What it comes to.
    func score() -> Score {
        tally.score(
            way: earlier?.truth.distance ?? 0, odometer: earlier?.odometer ?? 0,
            contradiction: watch.longest.inSeconds, astray: stray.seconds)
    }
}

extension Examiner {
    private mutating func start(_ epoch: ScenarioEpoch) -> Subject {
        begin = epoch.moment.uptime
        unchangedSince = begin
        return Subject(device: epoch.fix?.device ?? "/dev/ttyACM0", at: epoch.moment)
    }

    /// Looks at the state once a second while nothing comes.
    private mutating func passTime(until epoch: ScenarioEpoch, _ subject: inout Subject) {
        guard let earlier else { return }
        var moment = Moment(
            uptime: earlier.uptime, wallClock: epoch.moment.wallClock + (earlier.uptime - epoch.moment.uptime))
        while epoch.moment.uptime - moment.uptime > .milliseconds(1500) {
            moment.uptime += .seconds(1)
            moment.wallClock = moment.wallClock + .seconds(1)
            subject.advance(to: moment)
            watch.look(subject.shown(at: moment).state, at: moment.uptime)
        }
        subject.advance(to: epoch.moment)
    }

    /// A truth that is elsewhere without having travelled was carried there.
    private mutating func noteRelocation(_ epoch: ScenarioEpoch) {
        guard epoch.measured != nil else { return }
        if let last = lastMeasured {
            let jump = last.truth.coordinate.distance(to: epoch.truth.coordinate)
            if jump > 1000 + 1.1 * (epoch.truth.distance - last.truth.distance) { sinceRelocation = 0 }
            if epoch.moment.uptime - last.uptime > .seconds(12) { unchangedSince = epoch.moment.uptime }
        }
        lastMeasured = (epoch.moment.uptime, epoch.truth)
        if !epoch.isDuplicate { sinceRelocation = sinceRelocation.map { $0 + 1 } }
    }

    /// Seconds the truth has been standing; 0 while it moves.
    private mutating func noteMotion(_ epoch: ScenarioEpoch) -> Double {
        let now = epoch.moment.uptime
        guard let earlier else { return 0 }
        if earlier.truth.isMoving != epoch.truth.isMoving { unchangedSince = now }
        // Without a position nobody can know; the way of a tunnel is told where it ends, even at a red light.
        guard !epoch.truth.isMoving, epoch.measured != nil else { return 0 }
        return earlier.truth.isMoving ? 0 : earlier.stood + (now - earlier.uptime).inSeconds
    }

    private mutating func faults(_ shown: Shown, _ epoch: ScenarioEpoch) -> Int {
        var faults = 0
        if let coordinate = shown.coordinate, coordinate.latitude == 0, coordinate.longitude == 0 { faults += 1 }
        guard let time = shown.timestamp else { return faults }
        if let last = lastTimestamp, time < last { faults += 1 }
        lastTimestamp = time
        // Two hours without power leave an old position in place, which is no fault.
        if shown.state == .live, abs((time - epoch.time).inSeconds) > 86_400 { faults += 1 }
        return faults
    }

    private mutating func score(_ shown: Shown, _ judgement: Judgement, _ epoch: ScenarioEpoch) {
        guard let measured = epoch.measured, !epoch.isDuplicate else { return }
        let truth = epoch.truth.coordinate
        let raw = truth.distance(to: measured)
        let error = shown.coordinate.map { truth.distance(to: $0) }
        let isConfirming = noteAcceptance(error, raw, shown)
        tally.outliers += isOutlierShown(shown, error, judgement, epoch) ? 1 : 0
        if !epoch.isOutlier, !isConfirming {
            tally.good += 1
            tally.rejected += judgement == .rejected ? 1 : 0
        }
        noteRightMotion(shown.motion, epoch)
        guard let error, !isConfirming else { return }
        stray.look(error: error, radius: shown.radius)
        tally.add(error: error, raw: raw, radius: shown.radius, model: 19 * (epoch.satellites?.hdop ?? 0.9))
    }

    /// Whether a relocation is still to be believed; counts how long that takes.
    private mutating func noteAcceptance(_ error: Double?, _ raw: Double, _ shown: Shown) -> Bool {
        guard let count = sinceRelocation else { return false }
        if tally.relocation == nil, shown.state == .live, let error, error < max(100, 3 * raw) {
            tally.relocation = count
        }
        tally.wasRelocated = true
        let isConfirming = tally.relocation == nil && count <= Self.confirmation
        if count > Self.confirmation, tally.relocation != nil { sinceRelocation = nil }
        return isConfirming
    }

    /// Nearer to the outlier than to the truth, or taken for true.
    private func isOutlierShown(
        _ shown: Shown, _ error: Double?, _ judgement: Judgement, _ epoch: ScenarioEpoch
    ) -> Bool {
        guard epoch.isOutlier, let coordinate = epoch.fix?.coordinate else { return false }
        let offset = epoch.truth.coordinate.distance(to: coordinate)
        return judgement == .accepted || (error ?? 0) > offset / 2
    }

    private mutating func noteRightMotion(_ motion: Motion?, _ epoch: ScenarioEpoch) {
        let now = epoch.moment.uptime
        guard (now - unchangedSince).inSeconds >= grace else { return }
        let isUnknown = motion == nil || motion == .unknown
        if isUnknown, (now - begin).inSeconds < Self.settling { return }
        tally.motions += 1
        tally.rightMotions += motion == (epoch.truth.isMoving ? .moving : .stationary) ? 1 : 0
    }
}
