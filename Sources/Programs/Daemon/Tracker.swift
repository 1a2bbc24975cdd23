import API
import Basics
import History
import Location
import Tracking

/// The thin shell around ``LocationController``: feeds it a batch of events and passes on what came of it.
struct Tracker {
    /// How often it is looked whether the clock is kept right; the kernel knows it for minutes.
    private static let clockPause: Duration = .seconds(60)

    private var controller: LocationController
    private let outlets: Outlets
    private let isClockSynchronised: @Sendable () -> Bool
    private var clockAsked: Duration?
    /// The wall clock when uptime was 0, as it was when that was asked: another one means that the clock was set.
    private var clockBegin: Timestamp?
    private var rejectionNews = RejectionNews()
    private var isConnected = false
    private var pulses: PulseSchedule?
    private var places: PlaceTracker

    /// Starts from the report of an earlier run, if there is one, and from what it knew of places.
    ///
    /// `watchdog` is how long somebody waits for a sign of life before they end the daemon; nil where nobody does.
    init(
        settings: TrackingSettings, lastReport: Report?, places: PlaceStart = PlaceStart(), outlets: Outlets,
        watchdog: Duration? = nil, at moment: Moment, isClockSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.isClockSynchronised = isClockSynchronised
        self.outlets = outlets
        pulses = watchdog.map { PulseSchedule(watchdog: $0, at: moment.uptime) }
        self.places = PlaceTracker(places)
        controller = LocationController(settings: settings, lastReport: lastReport, at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Goes by other settings from now on, and publishes: a page may have to be drawn in another way.
    mutating func adopt(_ settings: TrackingSettings, at moment: Moment) {
        _ = controller.adopt(settings, at: moment)
        _ = controller.renew(at: moment)
        publish(drawsPage: true, at: moment)
    }

    /// Another gpsd is asked from now on: what it says counts as of now, and not what this one has said.
    mutating func changeSource(at moment: Moment) {
        controller.changeSource()
        _ = deliver([.disconnected(reason: "another gpsd is asked now")], at: moment)
    }

    /// Takes a batch and publishes once; answers when it wants to be called again.
    mutating func deliver(_ events: [ReceiverEvent], at moment: Moment) -> Duration? {
        askClock(at: moment)
        var decision = takeOrders(at: moment)
        decision.formUnion(controller.advance(to: moment))
        if decision.changesReport || places.isDue(at: moment.uptime) {
            decision.formUnion(lookAtPlaces(at: moment))
        }
        for event in events { decision.formUnion(handle(event, at: moment)) }
        let lately = outlets.verdicts.summary(at: moment.uptime)
        controller.rejections = lately?.summary
        if rejectionNews.areDue(lately?.summary, at: moment.uptime) {
            decision.formUnion(controller.renew(at: moment))
        }
        if decision.changesReport {
            publish(drawsPage: decision.changesPage, at: moment)
            rejectionNews.note(lately?.summary, at: moment.uptime)
        }
        // Last, so that nothing above is stuck; it goes on to who writes, who tells it once that is done.
        if pulses?.isDue(at: moment.uptime) == true { outlets.mailbox.putPulse() }
        return [controller.deadline, lately?.until, pulses?.deadline, places.deadline].compactMap { $0 }.min()
    }

    private func publish(drawsPage: Bool, at moment: Moment) {
        var report = controller.report(at: moment)
        places.add(to: &report)
        outlets.feed?.put(report)
        outlets.mailbox.put(Publication(report: report, drawsPage: drawsPage))
    }

    private mutating func handle(_ event: ReceiverEvent, at moment: Moment) -> Decision {
        noteConnection(event)
        var decision = controller.handle(event, at: moment)
        if decision.changesReport { decision.formUnion(lookAtPlaces(at: moment)) }
        if case .fix(let raw) = event, let verdict = decision.verdict {
            outlets.counts.note(verdict)
            outlets.verdicts.note(verdict, raw, decision.correction, reinstating: decision.reinstated.count, at: moment)
        }
        if let history = outlets.history?.writer {
            decision.forEachTrackPoint(of: controller, at: moment) { history.record($0) }
        }
        return decision
    }

    /// Holds the position against the places; what comes of it is in the report at once.
    private mutating func lookAtPlaces(at moment: Moment) -> Decision {
        let (fix, state) = controller.shown
        let news = places.handle(fix, state: state, at: moment)
        guard !news.isEmpty else { return Decision() }
        outlets.places?.put(news)
        return news.occurrences.isEmpty ? Decision() : controller.renew(at: moment)
    }

    /// Takes what others say about places.
    private mutating func takeOrders(at moment: Moment) -> Decision {
        guard let change = outlets.placeInbox?.take() else { return Decision() }
        let isNews = places.isNews(change)
        outlets.places?.put(places.adopt(change, at: moment))
        var decision = isNews ? controller.renew(at: moment) : Decision()
        // An anchor that is not seen has to be told of, though nothing else may ever come.
        if change.anchor != nil { decision.formUnion(lookAtPlaces(at: moment)) }
        return decision
    }

    private mutating func noteConnection(_ event: ReceiverEvent) {
        switch event {
        case .disconnected: isConnected = false
        case .receivers where !isConnected:
            isConnected = true
            outlets.counts.noteConnection()
        default: break
        }
    }

    private mutating func askClock(at moment: Moment) {
        let begin = moment.wallClock + (.zero - moment.uptime)
        let wasSet = clockBegin.map { abs(($0 - begin).inSeconds) > 1 } ?? true
        if !wasSet, let clockAsked, moment.uptime - clockAsked < Self.clockPause { return }
        (clockAsked, clockBegin) = (moment.uptime, begin)
        controller.isClockSynchronised = isClockSynchronised()
    }
}
