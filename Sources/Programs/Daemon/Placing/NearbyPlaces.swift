import Gazetteer
import Location
import Places

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
