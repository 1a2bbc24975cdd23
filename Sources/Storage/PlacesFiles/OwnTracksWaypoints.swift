import Location
public import Places

/// Places as OwnTracks' waypoints (`.otrw`): circles, and nothing else.
public enum OwnTracksWaypoints {
    static let format = "OwnTracks waypoints: an object with \"_type\": \"waypoints\" is wanted"

    /// Reads a file of waypoints, or a single one.
    ///
    /// - Parameter bytes: the file.
    /// - Returns: the places, and what is wrong with the waypoints that are none, such as beacons.
    /// - Throws: ``PlacesFormatError``, where the whole is unreadable.
    public static func decode(_ bytes: [UInt8]) throws(PlacesFormatError) -> ParsedPlaces {
        let document = try PlacesFormatError.read(WaypointsDocument.self, from: bytes, format: format)
        return ParsedPlaces(document.waypoints, name: \.desc) { waypoint throws(PlaceEntryError) in
            try waypoint.place()
        }
    }

    /// Writes the circles among places.
    ///
    /// - Parameter places: in their order; names that differ.
    /// - Returns: the file, and the names of places that are no circles and so are not in it.
    public static func encode(_ places: [Place]) -> (file: [UInt8], left: [PlaceName]) {
        var (bytes, left) = (
            Array("{\"_type\":\"waypoints\",\"_creator\":\"WhereIsMy\",\"waypoints\":[".utf8), [PlaceName]()
        )
        var keys = WaypointKeys()
        var isFirst = true
        for place in places {
            guard case .circle(let circle) = place.shape else {
                left.append(place.name)
                continue
            }
            bytes += Array((isFirst ? "\n" : ",\n").utf8)
            isFirst = false
            append(place, circle, key: keys.key(of: place), to: &bytes)
        }
        return (bytes + Array("\n]}\n".utf8), left)
    }
}
