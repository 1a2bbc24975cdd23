import API
import Basics
import History
import Linux
import Location
import Tracking

/// The thin shell around ``LocationController``: feeds it batches of events and publishes the results.
struct Tracker {
    /// The interval between checks of the clock's synchronisation, which the kernel remembers for minutes.
    private static let clockInterval: Duration = .seconds(60)

    private var controller: LocationController
    private let outputs: TrackerOutputs
    private let isClockSynchronised: @Sendable () -> Bool
    private var clockCheckedAt: Duration?
    /// The wall clock at uptime 0 as of the last check; a difference means that the clock was set.
    private var bootTime: Timestamp?
    private var rejectionChanges = RejectionChanges()
    private var isConnected = false
    private var heartbeats: HeartbeatSchedule?
    private var places: PlaceTracker
    private var files: FileSchedule
    private var failures: UInt64 = 0

    /// Starts from the report, the knowledge of receivers and the place states of an earlier run.
    ///
    /// `watchdog` is the interval within which a heartbeat is due; nil without a watchdog.
    init(
        settings: TrackingSettings, lastReport: Report?, learned: LearnedReceivers = LearnedReceivers(),
        places: PlaceInitialState = PlaceInitialState(), outputs: TrackerOutputs,
        watchdog: Duration? = nil, at moment: Moment, isClockSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.isClockSynchronised = isClockSynchronised
        self.outputs = outputs
        heartbeats = watchdog.map { HeartbeatSchedule(watchdog: $0, at: moment.uptime) }
        var start = places
        start.isContradicted = lastReport?.integrity.level == .contradicted
        self.places = PlaceTracker(start)
        files = FileSchedule(staleAfter: settings.staleAfter)
        controller = LocationController(settings: settings, lastReport: lastReport, learned: learned, at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Switches to other settings and publishes, since the page may change.
    mutating func reconfigure(_ settings: TrackingSettings, at moment: Moment) {
        files = FileSchedule(staleAfter: settings.staleAfter)
        _ = controller.reconfigure(settings, at: moment)
        _ = controller.refresh(at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Switches to another gpsd, whose data supersede those of the former one.
    mutating func changeSource(at moment: Moment) {
        controller.resetSource(at: moment)
        _ = deliver([.disconnected(reason: "switched to another gpsd")], at: moment)
    }

    /// Processes a batch, publishes at most once, and returns the uptime of the next call.
    mutating func deliver(_ events: [ReceiverEvent], at moment: Moment) -> Duration? {
        var decision = updateClockStatus(at: moment)
        decision.formUnion(applyPlaceCommands(at: moment))
        decision.formUnion(controller.advance(to: moment))
        if decision.changesReport || places.isDue(at: moment.uptime) {
            decision.formUnion(evaluatePlaces(at: moment))
        }
        for event in events { decision.formUnion(handle(event, at: moment)) }
        let rejections = outputs.verdicts.summary(at: moment.uptime)
        controller.rejections = rejections?.summary
        if rejectionChanges.isDue(rejections?.summary, at: moment.uptime) {
            decision.formUnion(controller.refresh(at: moment))
        }
        if decision.changesReport {
            publish(drawsPage: decision.changesPage, at: moment)
            rejectionChanges.record(rejections?.summary, at: moment.uptime)
        } else if let deadline = files.deadline, moment.uptime >= deadline {
            writeLast(at: moment)
        }
        // Last, so that it proves progress of the work above; the writer sends it on after its own.
        if heartbeats?.isDue(at: moment.uptime) == true { outputs.reports.requestHeartbeat() }
        return [controller.deadline, rejections?.until, heartbeats?.deadline, places.deadline, files.deadline]
            .compactMap { $0 }.min()
    }

    private mutating func publish(drawsPage: Bool, at moment: Moment) {
        let report = report(at: moment)
        outputs.feed?.enqueue(report, at: moment.uptime)
        write(report, drawsPage: drawsPage, at: moment.uptime)
    }

    private mutating func write(_ report: Report, drawsPage: Bool, at uptime: Duration) {
        let failures = outputs.counts.fileErrors
        if failures != self.failures { files.recordFailure() }
        self.failures = failures
        guard let drawsPage = files.write(report, drawsPage: drawsPage, at: uptime) else { return }
        outputs.reports.publish(PendingReport(report: report, drawsPage: drawsPage, learned: controller.learned))
    }

    /// Writes the newest report if the files do not have it.
    mutating func writeLast(at moment: Moment) {
        guard let deadline = files.deadline else { return }
        write(report(at: moment), drawsPage: true, at: max(deadline, moment.uptime))
    }

    private func report(at moment: Moment) -> Report {
        var report = controller.report(at: moment)
        places.add(to: &report)
        return report
    }

    private mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        count(event)
        var decision = controller.handle(event, at: moment)
        if decision.changesReport { decision.formUnion(evaluatePlaces(at: moment)) }
        if case .fix(let raw) = event, let verdict = decision.verdict {
            outputs.counts.record(verdict)
            outputs.verdicts.record(
                verdict, raw: raw, treatment: decision.treatment, correction: decision.correction,
                reinstated: decision.reinstated.count, at: moment)
        }
        if let history = outputs.history?.writer {
            decision.forEachTrackPoint(of: controller, at: moment) { history.record($0) }
        }
        return decision
    }

    /// Evaluates the places; the result is in the report at once.
    private mutating func evaluatePlaces(at moment: Moment) -> Decision {
        let (fix, state) = controller.shown
        let update = places.handle(fix, state: state, at: controller.civilMoment(moment))
        guard !update.isEmpty else { return Decision() }
        outputs.placeUpdates?.publish(update)
        return update.events.isEmpty ? Decision() : controller.refresh(at: moment)
    }

    private mutating func applyPlaceCommands(at moment: Moment) -> Decision {
        guard let change = outputs.placeCommands?.dequeueNow() else { return Decision() }
        let needsRefresh = places.changesReport(change)
        outputs.placeUpdates?.publish(places.apply(change, at: controller.civilMoment(moment)))
        var decision = needsRefresh ? controller.refresh(at: moment) : Decision()
        // An anchor watch without a position has to raise its alarm even if no event follows.
        if change.anchor != nil { decision.formUnion(evaluatePlaces(at: moment)) }
        if let name = change.trust { decision.formUnion(acceptClaim(by: name, at: moment)) }
        return decision
    }

    private mutating func acceptClaim(by name: String, at moment: Moment) -> Decision {
        guard var decision = controller.trustClaim(at: moment) else { return Decision() }
        places.recordAcceptance(by: name)
        decision.formUnion(evaluatePlaces(at: moment))
        return decision
    }

    private mutating func count(_ event: ReceiverEvent) {
        switch event {
        case .unread(let name): outputs.counts.recordUnread(name)
        case .disconnected: isConnected = false
        case .receivers where !isConnected:
            isConnected = true
            outputs.counts.recordConnection()
        default: break
        }
    }

    /// Checks the synchronisation now and then, and at once after the clock was set, which changes no age.
    private mutating func updateClockStatus(at moment: Moment) -> Decision {
        let boot = moment.wallClock + (.zero - moment.uptime)
        let step = bootTime.map { boot - $0 } ?? .zero
        let wasSet = abs(step.inSeconds) > 1
        if !wasSet, let clockCheckedAt, moment.uptime - clockCheckedAt < Self.clockInterval { return Decision() }
        (clockCheckedAt, bootTime) = (moment.uptime, boot)
        controller.isClockSynchronised = isClockSynchronised()
        return wasSet ? controller.adjustClock(by: step, at: moment) : Decision()
    }
}

/// Decides when rejected fixes justify a report of their own, where no accepted fix triggers one.
struct RejectionChanges {
    /// The interval between reports that differ only in numbers.
    private static let pause: Duration = .seconds(10)

    private var published: RejectionSummary?
    private var publishedAt: Duration = .zero

    /// Returns true if a summary begins, ends or has another reason, or if its numbers changed an interval ago.
    func isDue(_ summary: RejectionSummary?, at uptime: Duration) -> Bool {
        guard summary?.reason == published?.reason else { return true }
        return uptime - publishedAt >= Self.pause && summary != published
    }

    /// Records that a report contained this summary.
    mutating func record(_ summary: RejectionSummary?, at uptime: Duration) {
        published = summary
        publishedAt = uptime
    }
}

struct HeartbeatSchedule {
    /// The heartbeats per watchdog interval: one may be late and another lost.
    private static let heartbeatsPerTimeout = 4

    private let interval: Duration
    /// The uptime of the next heartbeat.
    private(set) var deadline: Duration

    /// Starts with a heartbeat that is due; `watchdog` is the interval after which the manager ends the service.
    init(watchdog: Duration, at uptime: Duration) {
        interval = watchdog / Self.heartbeatsPerTimeout
        deadline = uptime
    }

    /// Returns true if a heartbeat is due, and schedules the next.
    mutating func isDue(at uptime: Duration) -> Bool {
        guard uptime >= deadline else { return false }
        deadline = uptime + interval
        return true
    }
}
