import Location

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
