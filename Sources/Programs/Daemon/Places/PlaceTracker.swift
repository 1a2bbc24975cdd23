import Basics
import Location
import Places

/// What the tracker knows of places: decides what was entered and left, and what of it is news.
///
/// A value without clock, file or socket.
struct PlaceTracker {
    private var monitor: GeofenceMonitor
    private var anchor: AnchorWatch?
    private var lookups = LookupSchedule()
    private var nearby: NearbyPlaces?
    /// The names of the places that one is in, as reports have them.
    private var inside: [String]
    private var hasPlaces: Bool
    /// Places that an earlier run has decided to be in, which no fix has confirmed yet.
    private var unconfirmed: Set<PlaceName>
    /// Whether a fix was on the decided side of all places.
    private var isConfirmed = false
    /// Whether the places that one is in have been told.
    private var isPublished = false
    /// The standings as they are kept.
    private var storedStates: [PlaceState]
    /// Where one stood with places that may be in a file which cannot be read.
    private var absent: [PlaceState]
    /// Places that are no more since an earlier run, which was in them.
    private var removed: [PlaceState]

    init(_ start: PlaceInitialState) {
        monitor = GeofenceMonitor(start.places, states: start.states)
        anchor = start.anchor
        unconfirmed = Set(monitor.placesInside.map(\.name))
        inside = monitor.placesInside.map(\.name.text)
        storedStates = start.states
        hasPlaces = !start.places.isEmpty
        let known = Set(start.places.map(\.name))
        let unknown = start.states.filter { !known.contains($0.name) }
        absent = start.isComplete ? [] : unknown
        removed = start.isComplete ? unknown.filter { $0.side == .inside } : []
    }

    /// When ``handle(_:state:at:)`` must be called though nothing has come, in uptime; nil while time alone changes
    /// nothing.
    var deadline: Duration? { anchor?.deadline }

    /// Whether that is now.
    func isDue(at uptime: Duration) -> Bool { deadline.map { $0 <= uptime } ?? false }

    /// Decides by the fix that is shown now.
    mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> PlaceUpdate {
        var news = PlaceUpdate()
        if hasPlaces || !isConfirmed || !removed.isEmpty { decide(fix, state, &news, at: moment) }
        if anchor != nil { watchAnchor(fix, state, &news, at: moment) }
        if let coordinate = fix?.coordinate,
            lookups.isDue(at: coordinate, isLive: state == .live, uptime: moment.uptime)
        {
            news.lookup = coordinate
        }
        return news
    }

    /// Takes what others have found out, or want otherwise.
    mutating func apply(_ change: PlaceTrackerCommand, at moment: Moment) -> PlaceUpdate {
        var news = PlaceUpdate()
        if let places = change.places {
            let events = monitor.reconfigure(places, states: absent, at: moment)
            hasPlaces = !places.isEmpty
            note(events, nil, &news)
            resolveAbsent(Set(places.map(\.name)), isComplete: change.isComplete)
            storeStates(&news, publishes: isPublished)
            lookups.reset()
        }
        if let anchor = change.anchor { self.anchor = anchor.watch }
        if let surroundings = change.nearby {
            self.nearby = surroundings
            lookups.record(hasGazetteer: surroundings.hasGazetteer)
        }
        return news
    }

    /// Whether a change is one that reports tell of.
    func changesReport(_ change: PlaceTrackerCommand) -> Bool {
        change.places != nil || change.nearby.map { !$0.hasSameNames(as: nearby) } ?? false
    }

    /// Adds to a report what is around.
    func add(to report: inout Report) {
        report.inside = inside
        nearby?.add(to: &report)
    }

    private mutating func decide(
        _ fix: Fix?, _ state: TrackingState, _ news: inout PlaceUpdate, at moment: Moment
    ) {
        for standing in removed {
            news.events.append(
                PlaceEvent(.leave, place: standing.name.text, moment: moment.wallClock, since: moment.wallClock))
        }
        removed = []
        let events = monitor.handle(fix, state: state, at: moment)
        let isFirst = !isConfirmed && state == .live && monitor.isConfirmed
        if isFirst { (isConfirmed, unconfirmed) = (true, []) }
        // Most fixes change nothing, and to look through a thousand places takes longer than all else about one.
        if !events.isEmpty { note(events, fix, &news) }
        if isFirst || !news.events.isEmpty { storeStates(&news, publishes: isFirst || !events.isEmpty) }
    }

    /// Has the standings kept where they are others, and tells of the places that one is in for certain.
    private mutating func storeStates(_ news: inout PlaceUpdate, publishes: Bool) {
        let standings = monitor.states + absent + removed
        if standings != storedStates { (storedStates, news.states) = (standings, standings) }
        guard publishes else { return }
        isPublished = true
        news.inside = monitor.placesInside.map(\.name).filter { !unconfirmed.contains($0) }
    }

    /// Goes on with what was decided about places that are there again, and leaves those that are not.
    private mutating func resolveAbsent(_ known: Set<PlaceName>, isComplete: Bool) {
        let back = Set(absent.filter { $0.side == .inside }.map(\.name)).intersection(known)
        unconfirmed.formUnion(back)
        isConfirmed = isConfirmed && back.isEmpty
        absent.removeAll { known.contains($0.name) }
        guard isComplete else { return }
        removed += absent.filter { $0.side == .inside }
        absent = []
    }

    private mutating func note(_ events: [GeofenceTransition], _ fix: Fix?, _ news: inout PlaceUpdate) {
        inside = monitor.placesInside.map(\.name.text)
        unconfirmed.subtract(events.map(\.place.name))
        news.events += events.map { event in
            PlaceEvent(
                event.kind == .enter ? .enter : .leave, place: event.place.name.text, moment: event.moment,
                since: event.since, coordinate: fix?.coordinate, horizontalAccuracy: fix?.horizontalAccuracy?.radius)
        }
    }

    private mutating func watchAnchor(
        _ fix: Fix?, _ state: TrackingState, _ news: inout PlaceUpdate, at moment: Moment
    ) {
        let events = anchor?.handle(fix, state: state, at: moment) ?? []
        guard !events.isEmpty else { return }
        news.anchor = anchor
        let seen = state == .live ? fix : nil
        news.events += events.map { event in
            PlaceEvent(
                PlaceEvent.Kind(event.kind), place: PlaceEvent.anchor, moment: event.moment,
                since: event.since, coordinate: seen?.coordinate,
                horizontalAccuracy: seen?.horizontalAccuracy?.radius, distance: event.distance)
        }
    }
}

extension PlaceEvent.Kind {
    /// What an anchor watch has found out.
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
