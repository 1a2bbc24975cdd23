import Basics
import Location
import Places

/// Decides which places are entered and left, and what of that to publish.
///
/// A value without clock, file or socket.
struct PlaceTracker {
    private var monitor: GeofenceMonitor
    private var anchor: AnchorWatch?
    private var lookups = LookupSchedule()
    private var nearby: NearbyPlaces?
    /// The names of the places that contain the position, as in reports.
    private var inside: [String]
    private var hasPlaces: Bool
    /// Places entered in an earlier run that no fix has confirmed yet.
    private var unconfirmed: Set<PlaceName>
    /// True if a fix has confirmed the side of all places.
    private var isConfirmed = false
    /// True if the places that contain the position have been published.
    private var isPublished = false
    private var storedStates: [PlaceState]
    /// States of places that may be in an unreadable file.
    private var absent: [PlaceState]
    /// States of removed places that contained the position in an earlier run.
    private var removed: [PlaceState]
    /// True from the contradiction of the receiver until it is live again.
    private var isContradicted: Bool
    /// Who has accepted the claim of the receiver; nil for none.
    private var acceptedBy: String?

    init(_ start: PlaceInitialState) {
        monitor = GeofenceMonitor(start.places, states: start.states)
        anchor = start.anchor
        isContradicted = start.isContradicted
        unconfirmed = Set(monitor.placesInside.map(\.name))
        inside = monitor.placesInside.map(\.name.text)
        storedStates = start.states
        hasPlaces = !start.places.isEmpty
        let known = Set(start.places.map(\.name))
        let unknown = start.states.filter { !known.contains($0.name) }
        absent = start.isComplete ? [] : unknown
        removed = start.isComplete ? unknown.filter { $0.side == .inside } : []
    }

    /// The uptime at which ``handle(_:state:at:)`` is due without a new fix; nil for never.
    var deadline: Duration? { anchor?.deadline }

    func isDue(at uptime: Duration) -> Bool { deadline.map { $0 <= uptime } ?? false }

    mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> PlaceUpdate {
        var update = PlaceUpdate()
        recordTrust(fix, state: state, into: &update, at: moment)
        if hasPlaces || !isConfirmed || !removed.isEmpty { decide(fix, state: state, into: &update, at: moment) }
        if anchor != nil { watchAnchor(fix, state: state, into: &update, at: moment) }
        if let coordinate = fix?.coordinate,
            lookups.isDue(at: coordinate, isLive: state == .live, uptime: moment.uptime)
        {
            update.lookup = coordinate
        }
        return update
    }

    mutating func apply(_ change: PlaceTrackerCommand, at moment: Moment) -> PlaceUpdate {
        var update = PlaceUpdate()
        if let places = change.places {
            let events = monitor.reconfigure(places, states: absent, at: moment)
            hasPlaces = !places.isEmpty
            record(events, fix: nil, into: &update)
            resolveAbsent(Set(places.map(\.name)), isComplete: change.isComplete)
            storeStates(&update, publishes: isPublished)
            lookups.reset()
        }
        if let anchor = change.anchor { self.anchor = anchor.watch }
        if let surroundings = change.nearby {
            self.nearby = surroundings
            lookups.record(hasGazetteer: surroundings.hasGazetteer)
        }
        return update
    }

    /// Records who has accepted the claim of the receiver, for the event.
    mutating func recordAcceptance(by name: String) { acceptedBy = name }

    func changesReport(_ change: PlaceTrackerCommand) -> Bool {
        change.places != nil || change.anchor != nil || change.nearby.map { !$0.hasSameNames(as: nearby) } ?? false
    }

    /// Adds the places and the anchor watch to a report.
    func add(to report: inout Report) {
        report.inside = inside
        report.anchor = anchor?.summary(from: report.state == .live ? report.fix?.coordinate : nil)
        report.anchor?.isUnsure = report.integrity.level == .contradicted
        nearby?.add(to: &report)
    }

    /// Records that the receiver is contradicted, which has no position, or trusted again; a lost connection is neither.
    private mutating func recordTrust(
        _ fix: Fix?, state: TrackingState, into update: inout PlaceUpdate, at moment: Moment
    ) {
        if state == .contradicted { acceptedBy = nil }
        guard state == (isContradicted ? .live : .contradicted) else { return }
        isContradicted.toggle()
        let seen = state == .live ? fix : nil
        var event = PlaceEvent(
            isContradicted ? .contradicted : .trusted, place: PlaceEvent.receiver, moment: moment.wallClock,
            since: moment.wallClock, coordinate: seen?.coordinate, horizontalAccuracy: seen?.horizontalAccuracy?.radius)
        if !isContradicted { (event.by, acceptedBy) = (acceptedBy, nil) }
        update.events.append(event)
    }

    private mutating func decide(
        _ fix: Fix?, state: TrackingState, into update: inout PlaceUpdate, at moment: Moment
    ) {
        for former in removed {
            update.events.append(
                PlaceEvent(.leave, place: former.name.text, moment: moment.wallClock, since: moment.wallClock))
        }
        removed = []
        let decisionCount = monitor.decisionCount
        let events = monitor.handle(fix, state: state, at: moment)
        let isFirst = !isConfirmed && state == .live && monitor.isConfirmed
        if isFirst { (isConfirmed, unconfirmed) = (true, []) }
        // Most fixes change nothing, and a scan of a thousand places takes longer than all other work for one fix.
        if !events.isEmpty { record(events, fix: fix, into: &update) }
        // A first decision outside makes no event, and counts after a restart like any other.
        guard isFirst || !update.events.isEmpty || monitor.decisionCount != decisionCount else { return }
        storeStates(&update, publishes: isFirst || !events.isEmpty)
    }

    /// Stores the states where they changed, and publishes the places that certainly contain the position.
    private mutating func storeStates(_ update: inout PlaceUpdate, publishes: Bool) {
        let states = monitor.states + absent + removed
        if states != storedStates { (storedStates, update.states) = (states, states) }
        guard publishes else { return }
        isPublished = true
        update.inside = monitor.placesInside.map(\.name).filter { !unconfirmed.contains($0) }
    }

    /// Resumes the states of places that are back, and leaves those that no more exist.
    private mutating func resolveAbsent(_ known: Set<PlaceName>, isComplete: Bool) {
        let back = Set(absent.filter { $0.side == .inside }.map(\.name)).intersection(known)
        unconfirmed.formUnion(back)
        isConfirmed = isConfirmed && back.isEmpty
        absent.removeAll { known.contains($0.name) }
        guard isComplete else { return }
        removed += absent.filter { $0.side == .inside }
        absent = []
    }

    private mutating func record(_ events: [GeofenceTransition], fix: Fix?, into update: inout PlaceUpdate) {
        inside = monitor.placesInside.map(\.name.text)
        unconfirmed.subtract(events.map(\.place.name))
        update.events += events.map { event in
            PlaceEvent(
                event.kind == .enter ? .enter : .leave, place: event.place.name.text, moment: event.moment,
                since: event.since, coordinate: fix?.coordinate, horizontalAccuracy: fix?.horizontalAccuracy?.radius)
        }
    }

    private mutating func watchAnchor(
        _ fix: Fix?, state: TrackingState, into update: inout PlaceUpdate, at moment: Moment
    ) {
        let events = anchor?.handle(fix, state: state, at: moment) ?? []
        guard !events.isEmpty else { return }
        update.anchor = anchor
        let seen = state == .live ? fix : nil
        update.events += events.map { event in
            PlaceEvent(
                PlaceEvent.Kind(event.kind), place: PlaceEvent.anchor, moment: event.moment,
                since: event.since, coordinate: seen?.coordinate,
                horizontalAccuracy: seen?.horizontalAccuracy?.radius, distance: event.distance)
        }
    }
}

extension PlaceEvent.Kind {
    init(_ kind: AnchorEvent.Kind) {
        self =
            switch kind {
            case .dragging: .dragging
            case .holding: .holding
            case .lost: .lost
            case .found: .found
            }
    }
}
