import Basics
import JSON
import Location
public import Places

/// Places as OwnTracks waypoints (`.otrw`): circles only.
public enum OwnTracksWaypoints {
    static let format = "OwnTracks waypoints: expected an object with \"_type\": \"waypoints\""

    /// Decodes a file of waypoints, or a single one, with the issues of those that are no places, such as beacons.
    ///
    /// - Throws: ``PlacesFormatError`` if the file is unreadable as a whole.
    public static func decode(_ bytes: [UInt8]) throws(PlacesFormatError) -> ParsedPlaces {
        let document = try PlacesFormatError.read(WaypointsDocument.self, from: bytes, format: format)
        return ParsedPlaces(document.waypoints, name: \.desc) { waypoint throws(PlaceEntryError) in
            try waypoint.place()
        }
    }

    /// Encodes the circles among places with distinct names, in order; returns the file, and the names of the others.
    public static func encode(_ places: [Place]) -> (file: [UInt8], skipped: [PlaceName]) {
        var (bytes, skipped) = (
            Array("{\"_type\":\"waypoints\",\"_creator\":\"WhereIsMy\",\"waypoints\":[".utf8), [PlaceName]()
        )
        var keys = WaypointKeys()
        var isFirst = true
        for place in places {
            guard case .circle(let circle) = place.shape else {
                skipped.append(place.name)
                continue
            }
            bytes += Array((isFirst ? "\n" : ",\n").utf8)
            isFirst = false
            append(place, circle, key: keys.key(of: place), to: &bytes)
        }
        return (bytes + Array("\n]}\n".utf8), skipped)
    }
}

extension OwnTracksWaypoints {
    /// Appends a waypoint; the apps read only whole metres.
    static func append(_ place: Place, _ circle: PlaceCircle, key: Int64, to bytes: inout [UInt8]) {
        bytes += Array("{\"_type\":\"waypoint\",\"desc\":".utf8)
        JSONText.append(place.name.text, to: &bytes)
        bytes += Array(",\"lat\":".utf8)
        DecimalText.append(circle.centre.latitude, decimals: 9, to: &bytes)
        bytes += Array(",\"lon\":".utf8)
        DecimalText.append(circle.centre.longitude, decimals: 9, to: &bytes)
        bytes += Array(",\"rad\":".utf8)
        DecimalText.append(Int64(circle.radius.rounded()), to: &bytes)
        bytes += Array(",\"tst\":".utf8)
        DecimalText.append(key, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }
}

/// The `tst` of waypoints: the second of creation, which the apps use as identifier.
struct WaypointKeys {
    private var used: Set<Int64> = []

    /// Returns a unique key that is the same whenever the same places are encoded.
    mutating func key(of place: Place) -> Int64 {
        var key = place.created.map { $0.milliseconds / 1000 } ?? Self.key(of: place.name)
        while !used.insert(key).inserted { key += 1 }
        return key
    }

    /// Returns the key of a place without a time of creation: a second before 2001, from its name by the hash FNV-1a.
    private static func key(of name: PlaceName) -> Int64 {
        let hash = name.text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int64(hash % 978_307_200) + 1
    }
}

/// A file of waypoints, or a single one.
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

/// A waypoint, not yet validated.
struct Waypoint: Decodable {
    /// The range of valid times in seconds since 1970: up to the year 9999.
    private static let times = 0...253_402_300_799.0

    var desc: String?
    var lat: Double?
    var lon: Double?
    var rad: Double?
    var tst: Double?

    func place() throws(PlaceEntryError) -> Place {
        guard let desc else { throw PlaceEntryError("it has no desc") }
        let name = try PlaceName.read(desc)
        guard let rad, rad > 0 else {
            throw PlaceEntryError("it has no radius, like beacons and points of interest")
        }
        guard let lat, let lon, let centre = Coordinate(latitude: lat, longitude: lon) else {
            throw PlaceEntryError("its lat and lon are not degrees")
        }
        guard let circle = PlaceCircle(centre: centre, radius: rad) else {
            throw PlaceEntryError("its radius, \(rad) m, is not 1 to 100000 m")
        }
        guard let place = Place(name: name, shape: .circle(circle), created: created) else {
            throw PlaceEntryError("it is not a valid place")
        }
        return place
    }

    private var created: Timestamp? {
        guard let tst, Self.times.contains(tst) else { return nil }
        return Timestamp(milliseconds: Int64(tst * 1000))
    }
}
