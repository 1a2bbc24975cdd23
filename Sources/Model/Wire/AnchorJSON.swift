public import JSON
public import Location

extension JSONWriter {
    /// Writes the members of an anchor watch, in metres and degrees: `anchor` of the report, and `/v1/anchor`.
    public mutating func members(of anchor: AnchorSummary) {
        number("latitude", anchor.coordinate.latitude, decimals: 9)
        number("longitude", anchor.coordinate.longitude, decimals: 9)
        number("radius", anchor.radius, decimals: 3)
        time("set", anchor.set)
        boolean("dragging", anchor.isDragging)
        time("since", anchor.since)
        boolean("lost", anchor.isLost)
        if anchor.isUnsure { boolean("unsure", true) }
        number("distance", anchor.distance, decimals: 1)
        // A bearing is below 360, so 360 after rounding becomes 0.
        number("bearing", anchor.bearing.map { $0 >= 359.95 && $0 < 360 ? 0 : $0 }, decimals: 1)
    }
}

/// An anchor watch as JSON: the responses of `/v1/anchor`, and `anchor` of the report.
public enum AnchorJSON {
    /// Encodes a watch on one line without a line end.
    public static func encode(_ anchor: AnchorSummary) -> [UInt8] {
        JSONWriter.object { $0.members(of: anchor) }
    }

    /// Decodes the output of ``encode(_:)``, also that of a daemon that omits the newer members.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> AnchorSummary {
        try ReportJSONError.decode(AnchorMembers.self, from: bytes).anchor("anchor")
    }
}

/// The keys of an anchor watch and their types, before validation.
struct AnchorMembers: Decodable {
    var latitude: Double
    var longitude: Double
    var radius: Double
    var set: String
    var dragging: Bool
    var since: String?
    var lost: Bool?
    var unsure: Bool?
    var distance: Double?
    var bearing: Double?

    /// Returns the watch after validation of every value; `key` is its key.
    func anchor(_ key: String) throws(ReportJSONError) -> AnchorSummary {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ReportJSONError(
                key: "\(key).latitude",
                reason: .outOfRange(latitude, allowed: "from -90 to 90, longitude from -180 to 180"))
        }
        guard radius > 0 else {
            throw ReportJSONError(key: "\(key).radius", reason: .outOfRange(radius, allowed: "above 0"))
        }
        var anchor = AnchorSummary(coordinate: coordinate, radius: radius, set: try moment("\(key).set", set))
        (anchor.isDragging, anchor.isLost, anchor.isUnsure) = (dragging, lost ?? false, unsure ?? false)
        anchor.since =
            try optional(since) { text throws(ReportJSONError) in try moment("\(key).since", text) } ?? anchor.set
        anchor.distance = try zeroOrMore("\(key).distance", distance)
        anchor.bearing = try direction("\(key).bearing", bearing)
        return anchor
    }
}
