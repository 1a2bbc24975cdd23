import Location
import Places

/// What systemd has been asked for and has to be asked for next; it knows no file.
struct OrderBook {
    /// The places that one is in; nil until that is certain.
    private(set) var places: Set<PlaceName>?
    /// Whether there is something to ask for.
    private(set) var isDue = false
    private var wasAsked: Bool

    /// Begins with whether anything was asked for since the machine started: if not, no target is active.
    init(wasAsked: Bool) {
        self.wasAsked = wasAsked
    }

    /// All places that one is in.
    mutating func note(inside places: [PlaceName]) {
        let places = Set(places)
        guard places != self.places else { return }
        self.places = places
        if wasAsked || !places.isEmpty { isDue = true }
    }

    /// A place was entered or left; until it is certain in which ones one is, that is not enough to know.
    mutating func note(_ kind: PlaceOccurrence.Kind, _ place: PlaceName) {
        guard var places else { return }
        switch kind {
        case .enter: places.insert(place)
        case .leave: places.remove(place)
        case .dragging, .holding, .lost, .found: return
        }
        note(inside: Array(places))
    }

    /// That was asked for.
    mutating func noteAsked() {
        wasAsked = true
        isDue = false
    }
}
