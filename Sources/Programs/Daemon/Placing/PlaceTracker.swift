import Basics
import Location
import Places

/// What the tracker knows of places: decides what was entered and left, and what of it is news.
///
/// A value without clock, file or socket.
struct PlaceTracker {
    private var watch: PlaceWatch
    private var anchor: AnchorWatch?
    private var lookups = LookupSchedule()
    private var surroundings: Surroundings?
    /// The names of the places that one is in, as reports have them.
    private var inside: [String]
    private var hasPlaces: Bool
    /// Places that an earlier run has decided to be in, which no fix has confirmed yet.
    private var unconfirmed: Set<PlaceName>
    /// Whether a fix was on the decided side of all places.
    private var isConfirmed = false
    /// Whether the places that one is in have been told.
    private var isTold = false
    /// The standings as they are kept.
    private var kept: [PlaceStanding]
    /// Where one stood with places that may be in a file which cannot be read.
    private var absent: [PlaceStanding]
    /// Places that are no more since an earlier run, which was in them.
    private var gone: [PlaceStanding]

    init(_ start: PlaceStart) {
        watch = PlaceWatch(start.places, standings: start.standings)
        anchor = start.anchor
        unconfirmed = Set(watch.placesInside.map(\.name))
        inside = watch.placesInside.map(\.name.text)
        kept = start.standings
        hasPlaces = !start.places.isEmpty
        let known = Set(start.places.map(\.name))
        let unknown = start.standings.filter { !known.contains($0.name) }
        absent = start.isWhole ? [] : unknown
        gone = start.isWhole ? unknown.filter { $0.side == .inside } : []
    }

    /// When ``handle(_:state:at:)`` must be called though nothing has come, in uptime; nil while time alone changes
    /// nothing.
    var deadline: Duration? { anchor?.deadline }

    /// Whether that is now.
    func isDue(at uptime: Duration) -> Bool { deadline.map { $0 <= uptime } ?? false }

    /// Decides by the fix that is shown now.
    mutating func handle(_ fix: Fix?, state: TrackingState, at moment: Moment) -> PlaceNews {
        var news = PlaceNews()
        if hasPlaces || !isConfirmed || !gone.isEmpty { decide(fix, state, &news, at: moment) }
        if anchor != nil { watchAnchor(fix, state, &news, at: moment) }
        if let coordinate = fix?.coordinate,
            lookups.isDue(at: coordinate, isLive: state == .live, uptime: moment.uptime)
        {
            news.lookup = coordinate
        }
        return news
    }

    /// Takes what others have found out, or want otherwise.
    mutating func adopt(_ change: PlaceChange, at moment: Moment) -> PlaceNews {
        var news = PlaceNews()
        if let places = change.places {
            let events = watch.adopt(places, standings: absent, at: moment)
            hasPlaces = !places.isEmpty
            note(events, nil, &news)
            settleAbsent(Set(places.map(\.name)), isWhole: change.isWhole)
            keep(&news, tells: isTold)
            lookups.reset()
        }
        if let anchor = change.anchor { self.anchor = anchor.watch }
        if let surroundings = change.surroundings {
            self.surroundings = surroundings
            lookups.note(isAsked: surroundings.isAsked)
        }
        return news
    }

    /// Whether a change is one that reports tell of.
    func isNews(_ change: PlaceChange) -> Bool {
        change.places != nil || change.surroundings.map { !$0.tellsSame(as: surroundings) } ?? false
    }

    /// Adds to a report what is around.
    func add(to report: inout Report) {
        report.inside = inside
        surroundings?.add(to: &report)
    }

    private mutating func decide(
        _ fix: Fix?, _ state: TrackingState, _ news: inout PlaceNews, at moment: Moment
    ) {
        for standing in gone {
            news.occurrences.append(
                PlaceOccurrence(.leave, place: standing.name.text, moment: moment.wallClock, since: moment.wallClock))
        }
        gone = []
        let events = watch.handle(fix, state: state, at: moment)
        let isFirst = !isConfirmed && state == .live && watch.isConfirmed
        if isFirst { (isConfirmed, unconfirmed) = (true, []) }
        // Most fixes change nothing, and to look through a thousand places takes longer than all else about one.
        if !events.isEmpty { note(events, fix, &news) }
        if isFirst || !news.occurrences.isEmpty { keep(&news, tells: isFirst || !events.isEmpty) }
    }

    /// Has the standings kept where they are others, and tells of the places that one is in for certain.
    private mutating func keep(_ news: inout PlaceNews, tells: Bool) {
        let standings = watch.standings + absent + gone
        if standings != kept { (kept, news.standings) = (standings, standings) }
        guard tells else { return }
        isTold = true
        news.inside = watch.placesInside.map(\.name).filter { !unconfirmed.contains($0) }
    }

    /// Goes on with what was decided about places that are there again, and leaves those that are not.
    private mutating func settleAbsent(_ known: Set<PlaceName>, isWhole: Bool) {
        let back = Set(absent.filter { $0.side == .inside }.map(\.name)).intersection(known)
        unconfirmed.formUnion(back)
        isConfirmed = isConfirmed && back.isEmpty
        absent.removeAll { known.contains($0.name) }
        guard isWhole else { return }
        gone += absent.filter { $0.side == .inside }
        absent = []
    }

    private mutating func note(_ events: [PlaceEvent], _ fix: Fix?, _ news: inout PlaceNews) {
        inside = watch.placesInside.map(\.name.text)
        unconfirmed.subtract(events.map(\.place.name))
        news.occurrences += events.map { event in
            PlaceOccurrence(
                event.kind == .enter ? .enter : .leave, place: event.place.name.text, moment: event.moment,
                since: event.since, coordinate: fix?.coordinate, horizontalAccuracy: fix?.horizontalAccuracy?.radius)
        }
    }

    private mutating func watchAnchor(
        _ fix: Fix?, _ state: TrackingState, _ news: inout PlaceNews, at moment: Moment
    ) {
        let events = anchor?.handle(fix, state: state, at: moment) ?? []
        guard !events.isEmpty else { return }
        news.anchor = anchor
        let seen = state == .live ? fix : nil
        news.occurrences += events.map { event in
            PlaceOccurrence(
                PlaceOccurrence.Kind(event.kind), place: PlaceOccurrence.anchor, moment: event.moment,
                since: event.since, coordinate: seen?.coordinate,
                horizontalAccuracy: seen?.horizontalAccuracy?.radius, distance: event.distance)
        }
    }
}
