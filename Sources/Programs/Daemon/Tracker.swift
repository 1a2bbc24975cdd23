import API
import Basics
import History
import Linux
import Location
import Tracking

/// The thin shell around ``LocationController``: feeds it a batch of events and passes on what came of it.
struct Tracker {
    /// How often it is looked whether the clock is kept right; the kernel knows it for minutes.
    private static let clockInterval: Duration = .seconds(60)

    private var controller: LocationController
    private let outputs: TrackerOutputs
    private let isClockSynchronised: @Sendable () -> Bool
    private var clockCheckedAt: Duration?
    /// The wall clock when uptime was 0, as it was when that was asked: another one means that the clock was set.
    private var bootTime: Timestamp?
    private var rejectionChanges = RejectionChanges()
    private var isConnected = false
    private var heartbeats: HeartbeatSchedule?
    private var places: PlaceTracker

    /// Starts from the report of an earlier run, if there is one, and from what it knew of places.
    ///
    /// `watchdog` is how long somebody waits for a sign of life before they end the daemon; nil where nobody does.
    init(
        settings: TrackingSettings, lastReport: Report?, places: PlaceInitialState = PlaceInitialState(),
        outlets: TrackerOutputs,
        watchdog: Duration? = nil, at moment: Moment, isClockSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.isClockSynchronised = isClockSynchronised
        self.outputs = outlets
        heartbeats = watchdog.map { HeartbeatSchedule(watchdog: $0, at: moment.uptime) }
        self.places = PlaceTracker(places)
        controller = LocationController(settings: settings, lastReport: lastReport, at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Goes by other settings from now on, and publishes: a page may have to be drawn in another way.
    mutating func reconfigure(_ settings: TrackingSettings, at moment: Moment) {
        _ = controller.reconfigure(settings, at: moment)
        _ = controller.refresh(at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Another gpsd is asked from now on: what it says counts as of now, and not what this one has said.
    mutating func changeSource(at moment: Moment) {
        controller.resetSource()
        _ = deliver([.disconnected(reason: "another gpsd is asked now")], at: moment)
    }

    /// Takes a batch and publishes once; answers when it wants to be called again.
    mutating func deliver(_ events: [ReceiverEvent], at moment: Moment) -> Duration? {
        updateClockStatus(at: moment)
        var decision = applyPlaceCommands(at: moment)
        decision.formUnion(controller.advance(to: moment))
        if decision.changesReport || places.isDue(at: moment.uptime) {
            decision.formUnion(evaluatePlaces(at: moment))
        }
        for event in events { decision.formUnion(handle(event, at: moment)) }
        let lately = outputs.verdicts.summary(at: moment.uptime)
        controller.rejections = lately?.summary
        if rejectionChanges.isDue(lately?.summary, at: moment.uptime) {
            decision.formUnion(controller.refresh(at: moment))
        }
        if decision.changesReport {
            publish(drawsPage: decision.changesPage, at: moment)
            rejectionChanges.record(lately?.summary, at: moment.uptime)
        }
        // Last, so that nothing above is stuck; it goes on to who writes, who tells it once that is done.
        if heartbeats?.isDue(at: moment.uptime) == true { outputs.reports.requestHeartbeat() }
        return [controller.deadline, lately?.until, heartbeats?.deadline, places.deadline].compactMap { $0 }.min()
    }

    private func publish(drawsPage: Bool, at moment: Moment) {
        var report = controller.report(at: moment)
        places.add(to: &report)
        outputs.feed?.enqueue(report)
        outputs.reports.publish(PendingReport(report: report, drawsPage: drawsPage))
    }

    private mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        countConnection(event)
        var decision = controller.handle(event, at: moment)
        if decision.changesReport { decision.formUnion(evaluatePlaces(at: moment)) }
        if case .fix(let raw) = event, let verdict = decision.verdict {
            outputs.counts.record(verdict)
            outputs.verdicts.record(
                verdict, raw: raw, correction: decision.correction, reinstated: decision.reinstated.count, at: moment)
        }
        if let history = outputs.history?.writer {
            decision.forEachTrackPoint(of: controller, at: moment) { history.record($0) }
        }
        return decision
    }

    /// Holds the position against the places; what comes of it is in the report at once.
    private mutating func evaluatePlaces(at moment: Moment) -> Decision {
        let (fix, state) = controller.shown
        let news = places.handle(fix, state: state, at: moment)
        guard !news.isEmpty else { return Decision() }
        outputs.placeUpdates?.publish(news)
        return news.events.isEmpty ? Decision() : controller.refresh(at: moment)
    }

    /// Takes what others say about places.
    private mutating func applyPlaceCommands(at moment: Moment) -> Decision {
        guard let change = outputs.placeCommands?.dequeueNow() else { return Decision() }
        let isNews = places.changesReport(change)
        outputs.placeUpdates?.publish(places.apply(change, at: moment))
        var decision = isNews ? controller.refresh(at: moment) : Decision()
        // An anchor that is not seen has to be told of, though nothing else may ever come.
        if change.anchor != nil { decision.formUnion(evaluatePlaces(at: moment)) }
        return decision
    }

    private mutating func countConnection(_ event: ReceiverEvent) {
        switch event {
        case .disconnected: isConnected = false
        case .receivers where !isConnected:
            isConnected = true
            outputs.counts.recordConnection()
        default: break
        }
    }

    private mutating func updateClockStatus(at moment: Moment) {
        let begin = moment.wallClock + (.zero - moment.uptime)
        let wasSet = bootTime.map { abs(($0 - begin).inSeconds) > 1 } ?? true
        if !wasSet, let clockCheckedAt, moment.uptime - clockCheckedAt < Self.clockInterval { return }
        (clockCheckedAt, bootTime) = (moment.uptime, begin)
        controller.isClockSynchronised = isClockSynchronised()
    }
}

/// Whether what was refused of late is worth a report of its own, where no accepted fix brings one.
struct RejectionChanges {
    /// The pause between two reports that differ in numbers alone.
    private static let pause: Duration = .seconds(10)

    private var published: RejectionSummary?
    private var publishedAt: Duration = .zero

    /// Whether a summary is to be told now: it begins, ends, has another reason, or other numbers for some time.
    func isDue(_ summary: RejectionSummary?, at uptime: Duration) -> Bool {
        guard summary?.reason == published?.reason else { return true }
        return uptime - publishedAt >= Self.pause && summary != published
    }

    /// A summary has been told, with whatever report.
    mutating func record(_ summary: RejectionSummary?, at uptime: Duration) {
        published = summary
        publishedAt = uptime
    }
}

/// When the next sign of life is due.
struct HeartbeatSchedule {
    /// Signs of life in the time after which the watchdog bites: one may be late, and another be lost.
    private static let heartbeatsPerTimeout = 4

    private let interval: Duration
    /// The uptime at which the next one is due.
    private(set) var deadline: Duration

    /// Starts with one that is due; `watchdog` is how long it waits for one before it bites.
    init(watchdog: Duration, at uptime: Duration) {
        interval = watchdog / Self.heartbeatsPerTimeout
        deadline = uptime
    }

    /// Whether one is due now; the next one is due a pause after it.
    mutating func isDue(at uptime: Duration) -> Bool {
        guard uptime >= deadline else { return false }
        deadline = uptime + interval
        return true
    }
}
