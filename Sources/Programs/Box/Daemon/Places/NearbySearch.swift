import Basics
import Configuration
import Gazetteer
import Linux
import Location
import Places

/// Finds the nearest places: in the gazetteer and among the owner's.
struct NearbySearch {
    /// The distance in metres within which an own place is reported as near.
    private static let ownPlaceRange = 10_000.0

    private let file: String
    /// The maximum distance in metres; 0 disables the lookup, nil is no limit.
    private var within: Double?
    private var store: GazetteerStore?
    /// The identity of the store's file, which may have been replaced.
    private var identity: AtomicFile.Identity?

    init(_ settings: Settings) {
        file = settings.gazetteerFile
        within = settings.places.nearestWithin
    }

    mutating func reconfigure(_ settings: Settings) {
        within = settings.places.nearestWithin
    }

    mutating func nearby(_ coordinate: Coordinate, places: [Place]) -> NearbyPlaces {
        let own = Self.own(near: coordinate, places)
        guard within != 0 else { return NearbyPlaces(coordinate: coordinate, entry: nil, own: own) }
        do {
            let store = try opened()
            let entry = try store.nearest(to: coordinate, within: within, count: 1).first?.entry
            let hasGazetteer = try entry != nil || !store.sources().isEmpty
            return NearbyPlaces(coordinate: coordinate, entry: entry, own: own, hasGazetteer: hasGazetteer)
        } catch {
            // The gazetteer may be there the next time.
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

/// The nearest places to a position, from one lookup.
struct NearbyPlaces: Hashable, Sendable {
    /// The distance in metres within which the result is used: distances follow the current position, but another place
    /// may be nearer by then.
    private static let reach = 1000.0

    let coordinate: Coordinate
    /// The nearest gazetteer entry; nil if none is near.
    let entry: GazetteerEntry?
    /// The nearest own place that does not contain the position; nil if none is near.
    let own: Place?
    /// False if a gazetteer is configured but missing or empty: one may appear soon.
    var hasGazetteer = true

    func hasSameNames(as other: NearbyPlaces?) -> Bool { entry == other?.entry && own?.name == other?.own?.name }

    /// Adds the places to a report whose fix is within reach.
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
            bearing: own.shape.bearing(from: here))
    }
}

/// The times at which nearby places are looked up.
///
/// A lookup is due after some distance, and at intervals where the position stays, since the gazetteer may have
/// a new source. Without a gazetteer, as during its import, the interval starts short and doubles.
struct LookupSchedule {
    /// The distance in metres after which a lookup is due.
    private static let distance = 100.0
    private static let maxInterval = Duration.seconds(60)
    /// The minimum at any speed.
    private static let minInterval = Duration.seconds(1)

    private var last: (coordinate: Coordinate, uptime: Duration)?
    /// The intervals after lookups without a gazetteer.
    private var backoff = Backoff(from: minInterval, to: maxInterval)

    /// The interval where the position stays.
    private var interval: Duration {
        backoff.failures == 0 ? Self.maxInterval : backoff.delay
    }

    /// Makes the next lookup due, since the places have changed.
    mutating func reset() { last = nil }

    mutating func record(hasGazetteer: Bool) {
        if hasGazetteer { backoff.reset() } else { _ = backoff.recordFailure() }
    }

    /// Returns true if a lookup is due, and counts it as done.
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
