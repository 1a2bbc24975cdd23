public import JSON
public import Location

/// What happened at a place as JSON: an event of the API, a line of `whereismy events`, what hooks and webhooks get.
///
/// `{"event":"enter","place":"Home","moment":"…","since":"…","latitude":…,"longitude":…,"horizontalAccuracy":…}`, metres
/// and degrees; `distance` from the anchor with the events of an anchor watch. What is not known is absent.
public enum PlaceEventJSON {
    /// Writes an occurrence on one line without a line end.
    public static func encode(_ occurrence: PlaceEvent) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.members(of: occurrence) }
        return writer.bytes
    }

    /// Reads what ``encode(_:)`` wrote; keys that it does not know are passed over.
    ///
    /// - Throws: ``ReportJSONError`` with the key and what is wrong with it.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> PlaceEvent {
        try ReportJSONError.read(PlaceEventDocument.self, from: bytes).placeEvent()
    }
}

extension JSONWriter {
    /// Writes the members of an occurrence, as ``PlaceEventJSON`` has them, into an object that may have others.
    public mutating func members(of occurrence: PlaceEvent) {
        word("event", occurrence.kind.rawValue)
        string("place", occurrence.place)
        time("moment", occurrence.moment)
        time("since", occurrence.since)
        number("latitude", occurrence.coordinate?.latitude, decimals: 9)
        number("longitude", occurrence.coordinate?.longitude, decimals: 9)
        number("horizontalAccuracy", occurrence.horizontalAccuracy.map { max($0, 0.001) }, decimals: 3)
        number("distance", occurrence.distance, decimals: 1)
    }
}

/// The keys of an occurrence and their kinds, not yet checked for sense.
struct PlaceEventDocument: Decodable {
    var event: String
    var place: String
    var moment: String
    var since: String
    var latitude: Double?
    var longitude: Double?
    var horizontalAccuracy: Double?
    var distance: Double?

    /// The occurrence, once every value has been found to make sense.
    func placeEvent() throws(ReportJSONError) -> PlaceEvent {
        PlaceEvent(
            try choice("event", event), place: place, moment: try Wire.moment("moment", moment),
            since: try Wire.moment("since", since), coordinate: try coordinate(),
            horizontalAccuracy: try zeroOrMore("horizontalAccuracy", horizontalAccuracy),
            distance: try zeroOrMore("distance", distance))
    }

    private func coordinate() throws(ReportJSONError) -> Coordinate? {
        guard latitude != nil || longitude != nil else { return nil }
        guard let latitude else { throw ReportJSONError(key: "latitude", reason: .missing) }
        guard let longitude else { throw ReportJSONError(key: "longitude", reason: .missing) }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ReportJSONError(
                key: "latitude", reason: .outOfRange(latitude, allowed: "from -90 to 90, longitude from -180 to 180"))
        }
        return coordinate
    }
}
