import Basics
import Location
import Places

/// A file of waypoints, or one of them.
struct WaypointsDocument: Decodable {
    let waypoints: [Waypoint?]

    private enum CodingKeys: String, CodingKey {
        case type = "_type"
        case waypoints
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(String.self, forKey: .type) {
        case "waypoint": waypoints = [try Waypoint(from: decoder)]
        case "waypoints": waypoints = try members.decode(LossyList<Waypoint>.self, forKey: .waypoints).values
        default: throw PlacesFormatError.unreadable(format: OwnTracksWaypoints.format)
        }
    }
}

/// A waypoint, not yet checked for sense.
struct Waypoint: Decodable {
    /// Seconds since 1970 that a time can have here: up to the year 9999.
    private static let times = 0...253_402_300_799.0

    var desc: String?
    var lat: Double?
    var lon: Double?
    var rad: Double?
    var tst: Double?

    /// The place; the words of the failure say what it lacks.
    func place() throws(PlaceEntryError) -> Place {
        guard let desc else { throw PlaceEntryError("it has no desc") }
        let name = try PlaceName.read(desc)
        guard let rad, rad > 0 else {
            throw PlaceEntryError("it has no radius, as beacons and points of interest have none")
        }
        guard let lat, let lon, let centre = Coordinate(latitude: lat, longitude: lon) else {
            throw PlaceEntryError("its lat and lon are not degrees")
        }
        guard let circle = PlaceCircle(centre: centre, radius: rad) else {
            throw PlaceEntryError("its radius, \(rad) m, is not 1 to 100000 m")
        }
        guard let place = Place(name: name, shape: .circle(circle), created: created) else {
            throw PlaceEntryError("it makes no place")
        }
        return place
    }

    private var created: Timestamp? {
        guard let tst, Self.times.contains(tst) else { return nil }
        return Timestamp(milliseconds: Int64(tst * 1000))
    }
}
