import Configuration
import Gazetteer
import Location
import Places

/// Looks up what is around a position: in the gazetteer, and among the owner's places.
struct AroundSearch {
    /// Metres within which a place of the owner's is worth telling.
    private static let nearOwn = 10_000.0

    private let file: String
    private var within: Double
    private var store: GazetteerStore?

    init(_ settings: Settings) {
        file = settings.gazetteerFile
        within = settings.places.nearestWithin
    }

    /// Goes by other settings from now on.
    mutating func adopt(_ settings: Settings) {
        within = settings.places.nearestWithin
    }

    /// What is around a position now.
    mutating func surroundings(of coordinate: Coordinate, _ places: [Place]) -> Surroundings {
        Surroundings(coordinate: coordinate, entry: entry(near: coordinate), own: Self.own(near: coordinate, places))
    }

    /// The nearest entry; a gazetteer that is not there, or cannot be read, may be another time.
    private mutating func entry(near coordinate: Coordinate) -> GazetteerEntry? {
        guard within > 0 else { return nil }
        do {
            let store = try store ?? GazetteerStore(path: file, access: .readOnly)
            self.store = store
            return try store.nearest(to: coordinate, within: within, count: 1).first?.entry
        } catch {
            store = nil
            return nil
        }
    }

    private static func own(near coordinate: Coordinate, _ places: [Place]) -> Place? {
        let near = places.lazy.map { ($0, $0.shape.signedDistance(to: coordinate)) }.filter { $0.1 <= nearOwn }
        return near.min { $0.1 < $1.1 }?.0
    }
}
