import Basics
import JSON
import Location
public import Places

/// An anchor watch as JSON, to resume it after a restart.
public enum AnchorWatchJSON {
    private struct Document: Decodable {
        var latitude: Double
        var longitude: Double
        var radius: Double
        var set: String
        var dragging: Bool
        var since: String?
        var lost: Bool?
    }

    private static let format = "the anchor watch that whereismyd writes"

    /// Encodes a watch as one line with a line end.
    public static func encode(_ watch: AnchorWatch) -> [UInt8] {
        JSONWriter.line { json in
            json.number("latitude", watch.circle.centre.latitude, decimals: 9)
            json.number("longitude", watch.circle.centre.longitude, decimals: 9)
            json.number("radius", watch.circle.radius, decimals: 3)
            json.time("set", watch.set)
            json.boolean("dragging", watch.isDragging)
            json.time("since", watch.since)
            if watch.isLost { json.boolean("lost", true) }
        }
    }

    /// Decodes the output of ``encode(_:)``.
    ///
    /// - Throws: ``PlacesFormatError`` if any part is invalid.
    public static func decode(_ bytes: [UInt8]) throws(PlacesFormatError) -> AnchorWatch {
        let document = try PlacesFormatError.read(Document.self, from: bytes, format: format)
        guard let centre = Coordinate(latitude: document.latitude, longitude: document.longitude),
            let circle = PlaceCircle(centre: centre, radius: document.radius),
            let set = Timestamp(storable: document.set),
            let watch = AnchorWatch(
                circle, set: set, isDragging: document.dragging,
                since: document.since.flatMap { Timestamp(storable: $0) }, isLost: document.lost ?? false)
        else { throw .unreadable(format: format) }
        return watch
    }
}
