import Location
import Places

/// What systemd has been asked for and has to be asked for next; it knows no file.
struct HelperRequests {
    /// The places that one is in; nil until that is certain.
    private(set) var places: Set<PlaceName>?
    /// Whether there is something to ask for.
    private(set) var isDue = false
    private var hasRequested: Bool

    /// Begins with whether anything was asked for since the machine started: if not, no target is active.
    init(hasRequested: Bool) {
        self.hasRequested = hasRequested
    }

    /// All places that one is in.
    mutating func update(inside places: [PlaceName]) {
        let places = Set(places)
        guard places != self.places else { return }
        self.places = places
        if hasRequested || !places.isEmpty { isDue = true }
    }

    /// A place was entered or left; until it is certain in which ones one is, that is not enough to know.
    mutating func apply(_ kind: PlaceEvent.Kind, at place: PlaceName) {
        guard var places else { return }
        switch kind {
        case .enter: places.insert(place)
        case .leave: places.remove(place)
        case .dragging, .holding, .lost, .found: return
        }
        update(inside: Array(places))
    }

    /// That was asked for.
    mutating func markRequested() {
        hasRequested = true
        isDue = false
    }
}
