import Basics
import Configuration
import Gazetteer
import Linux
import Location
import Places

/// Looks up what is around a position: in the gazetteer, and among the owner's places.
struct NearbySearch {
    /// Metres within which a place of the owner's is worth telling.
    private static let ownPlaceRange = 10_000.0

    private let file: String
    private var within: Double
    private var store: GazetteerStore?
    /// Which file the store is of: another one may have been put in its place.
    private var identity: AtomicFile.Identity?

    init(_ settings: Settings) {
        file = settings.gazetteerFile
        within = settings.places.nearestWithin
    }

    /// Goes by other settings from now on.
    mutating func reconfigure(_ settings: Settings) {
        within = settings.places.nearestWithin
    }

    /// What is around a position now.
    mutating func nearby(_ coordinate: Coordinate, places: [Place]) -> NearbyPlaces {
        let own = Self.own(near: coordinate, places)
        guard within > 0 else { return NearbyPlaces(coordinate: coordinate, entry: nil, own: own) }
        do {
            let store = try opened()
            let entry = try store.nearest(to: coordinate, within: within, count: 1).first?.entry
            let isAsked = try entry != nil || !store.sources().isEmpty
            return NearbyPlaces(coordinate: coordinate, entry: entry, own: own, hasGazetteer: isAsked)
        } catch {
            // One that is not there, or cannot be read, may be another time.
            store = nil
            return NearbyPlaces(coordinate: coordinate, entry: nil, own: own, hasGazetteer: false)
        }
    }

    private mutating func opened() throws -> GazetteerStore {
        let now = AtomicFile.identity(of: file)
        if let store, now == identity { return store }
        let opened = try GazetteerStore(path: file, access: .readOnly)
        (store, identity) = (opened, now)
        return opened
    }

    private static func own(near coordinate: Coordinate, _ places: [Place]) -> Place? {
        let near = places.lazy.map { ($0, $0.shape.signedDistance(to: coordinate)) }.filter { $0.1 <= ownPlaceRange }
        return near.min { $0.1 < $1.1 }?.0
    }
}

/// What is around a position, as it was looked up.
struct NearbyPlaces: Hashable, Sendable {
    /// How far from there it may still be told, in metres: distances are those of the position now, but another place
    /// may be nearer.
    private static let reach = 1000.0

    /// Where it was looked.
    let coordinate: Coordinate
    /// The nearest place of the gazetteer; nil where none is near.
    let entry: GazetteerEntry?
    /// The nearest place of the owner's that does not contain the position; nil where none is near.
    let own: Place?
    /// Whether there was a gazetteer with anything in it, where one is wanted: else it may be there soon.
    var hasGazetteer = true

    /// Whether nothing else is known by the other one.
    func hasSameNames(as other: NearbyPlaces?) -> Bool { entry == other?.entry && own?.name == other?.own?.name }

    /// Adds to a report what is around its fix, as far as this is about there.
    func add(to report: inout Report) {
        guard let here = report.fix?.coordinate, here.distance(to: coordinate) < Self.reach else { return }
        report.place = entry.map { entry in
            let way = here.distanceAndBearing(to: entry.coordinate)
            return NearbyPlace(
                name: entry.name, region: entry.region, country: entry.country, distance: way.distance,
                bearing: way.bearing)
        }
        guard report.inside.isEmpty, let own else { return }
        report.near = NearbyPlace(
            name: own.name.text, distance: max(0, own.shape.signedDistance(to: here)),
            bearing: here.bearing(to: own.shape.centre))
    }
}

/// When it is looked anew what is around.
///
/// When the machine has come some way, and now and then where it stays, since the gazetteer may have got another source
/// meanwhile. Where there is no gazetteer, as when it is being brought in, it is
/// looked soon, and then less and less often.
struct LookupSchedule {
    /// Metres.
    private static let distance = 100.0
    private static let maxInterval = Duration.seconds(60)
    /// Not sooner, however fast it moves.
    private static let minInterval = Duration.seconds(1)

    private var last: (coordinate: Coordinate, uptime: Duration)?
    /// How often there was no gazetteer, in a row.
    private var misses = 0

    /// How long it is not looked anew where the machine stays.
    private var interval: Duration {
        misses == 0 ? Self.maxInterval : min(Self.maxInterval, .seconds(1 << min(misses - 1, 6)))
    }

    /// Forgets what was looked up: what is looked through has changed.
    mutating func reset() { last = nil }

    /// There was a gazetteer to be asked, or there was none.
    mutating func record(hasGazetteer: Bool) { misses = hasGazetteer ? 0 : min(misses + 1, 7) }

    /// Whether it is to be looked now; then that counts as done.
    mutating func isDue(at coordinate: Coordinate, isLive: Bool, uptime: Duration) -> Bool {
        if let last {
            let pause = uptime - last.uptime
            guard pause >= Self.minInterval else { return false }
            guard isLive && pause >= self.interval || coordinate.distance(to: last.coordinate) >= Self.distance
            else { return false }
        }
        last = (coordinate, uptime)
        return true
    }
}
