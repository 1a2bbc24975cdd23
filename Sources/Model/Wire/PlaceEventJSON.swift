public import JSON
public import Location

/// A place event as JSON: an event of the API, a line of `whereismy events`, the input of hooks and webhooks.
///
/// `{"event":"enter","place":"Home","moment":"…","since":"…","latitude":…,"longitude":…,"horizontalAccuracy":…}`, in
/// metres and degrees; `distance` from the anchor in events of an anchor watch, `by` who accepted the claim of a
/// receiver. Unknown values are absent.
public enum PlaceEventJSON {
    /// Encodes an event on one line without a line end.
    public static func encode(_ event: PlaceEvent) -> [UInt8] {
        JSONWriter.object { $0.members(of: event) }
    }

    /// Decodes the output of ``encode(_:)``; unknown keys are ignored.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> PlaceEvent {
        try ReportJSONError.decode(PlaceEventDocument.self, from: bytes).placeEvent()
    }
}

extension JSONWriter {
    /// Writes the members of an event, as in ``PlaceEventJSON``, into an object that may have other members.
    public mutating func members(of event: PlaceEvent) {
        word("event", event.kind.rawValue)
        string("place", event.place)
        time("moment", event.moment)
        time("since", event.since)
        number("latitude", event.coordinate?.latitude, decimals: 9)
        number("longitude", event.coordinate?.longitude, decimals: 9)
        number("horizontalAccuracy", event.horizontalAccuracy.map { max($0, 0.001) }, decimals: 3)
        number("distance", event.distance, decimals: 1)
        string("by", event.by)
    }
}

/// The keys of a place event and their types, before validation.
struct PlaceEventDocument: Decodable {
    var event: String
    var place: String
    var moment: String
    var since: String
    var latitude: Double?
    var longitude: Double?
    var horizontalAccuracy: Double?
    var distance: Double?
    var by: String?

    /// Returns the event after validation of every value.
    func placeEvent() throws(ReportJSONError) -> PlaceEvent {
        var event = PlaceEvent(
            try choice("event", event), place: place, moment: try Wire.moment("moment", moment),
            since: try Wire.moment("since", since), coordinate: try coordinate(),
            horizontalAccuracy: try zeroOrMore("horizontalAccuracy", horizontalAccuracy),
            distance: try zeroOrMore("distance", distance))
        event.by = by
        return event
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
