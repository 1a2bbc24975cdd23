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
