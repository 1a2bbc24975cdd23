import Basics
import JSON
import Location
public import Places

/// Places as GeoJSON (RFC 7946): the storage format, shared with other programs.
///
/// A collection with one feature per place and line. A circle is a `Point` with the property `radius` in metres, a
/// polygon a `Polygon`. Properties are `name`, `radius`, `dwell` (seconds, default 10) and `created` (ISO 8601).
/// Longitudes of a polygon across the antimeridian continue beyond 180 degrees, which map programs render correctly.
public enum PlacesGeoJSON {
    static let format = "GeoJSON: expected a FeatureCollection, a Feature or a geometry"

    /// Decodes a file of this or another program; unknown members are ignored.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - defaultRadius: the radius in metres of points without one; nil if that is an issue.
    /// - Returns: the places, and the issues of features that are none.
    /// - Throws: ``PlacesFormatError`` if the file is unreadable as a whole.
    public static func decode(
        _ bytes: [UInt8], defaultRadius: Double? = nil
    ) throws(PlacesFormatError) -> ParsedPlaces {
        let document = try PlacesFormatError.read(GeoJSONDocument.self, from: bytes, format: format)
        return ParsedPlaces(document.features, name: \.properties?.name) { feature throws(PlaceEntryError) in
            try feature.place(usualRadius: defaultRadius)
        }
    }

    /// Decodes the only polygon of a file, regardless of its name.
    public static func polygon(_ bytes: [UInt8]) throws(PlacesFormatError) -> PlacePolygon {
        let document = try PlacesFormatError.read(GeoJSONDocument.self, from: bytes, format: format)
        let polygons = document.features.flatMap { feature in
            if case .polygons(let polygons)? = feature?.geometry { polygons } else { [[[[Double]]]]() }
        }
        guard let polygon = polygons.first, polygons.count == 1 else { throw .notOnePolygon(polygons.count) }
        do throws(PlaceEntryError) {
            return try GeoJSONGeometry.polygon(polygon)
        } catch {
            throw .badPolygon(error.text)
        }
    }
}

extension PlacesGeoJSON {
    /// The decimals of a degree: 0.1 mm.
    private static let decimals = 9

    /// An additional boolean property of a place, with a name of letters.
    public typealias Flag = (name: String, value: Bool)

    /// Encodes a place as a feature.
    public static func feature(_ place: Place, flags: [Flag] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        append(place, flags, to: &bytes)
        return bytes
    }

    /// Encodes places, one feature per line.
    public static func encode(_ places: [Place], flags: (Place) -> [Flag] = { _ in [] }) -> [UInt8] {
        var bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[".utf8)
        for (index, place) in places.enumerated() {
            bytes += Array((index > 0 ? ",\n" : "\n").utf8)
            append(place, flags(place), to: &bytes)
        }
        return bytes + Array("\n]}\n".utf8)
    }

    private static func append(_ place: Place, _ flags: [Flag], to bytes: inout [UInt8]) {
        bytes += Array("{\"type\":\"Feature\",\"geometry\":{\"type\":".utf8)
        switch place.shape {
        case .circle(let circle):
            bytes += Array("\"Point\",\"coordinates\":".utf8)
            append(circle.centre.longitude, circle.centre.latitude, to: &bytes)
        case .polygon(let polygon):
            bytes += Array("\"Polygon\",\"coordinates\":".utf8)
            list(polygon.rings.enumerated(), to: &bytes) { append(ring: $1.element, isHole: $1.offset > 0, to: &$0) }
        }
        bytes += Array("},\"properties\":{\"name\":".utf8)
        append(propertiesOf: place, to: &bytes)
        for flag in flags { bytes += Array(",\"\(flag.name)\":\(flag.value)".utf8) }
        bytes += Array("}}".utf8)
    }

    private static func append(propertiesOf place: Place, to bytes: inout [UInt8]) {
        JSONText.append(place.name.text, to: &bytes)
        if case .circle(let circle) = place.shape {
            bytes += Array(",\"radius\":".utf8)
            DecimalText.append(circle.radius, decimals: 3, to: &bytes)
        }
        if place.dwell != Place.defaultDwell {
            bytes += Array(",\"dwell\":".utf8)
            DecimalText.append(place.dwell.inSeconds, decimals: 3, to: &bytes)
        }
        guard let created = place.created else { return }
        bytes += Array(",\"created\":\"\(created.iso8601)\"".utf8)
    }

    /// RFC 7946, section 3.1.6: the outline counter-clockwise, holes clockwise, the first position repeated at the end.
    private static func append(ring: [Coordinate], isHole: Bool, to bytes: inout [UInt8]) {
        var positions = continuous(ring)
        let next = positions.dropFirst() + positions.prefix(1)
        let area = zip(positions, next).reduce(0) { $0 + $1.0.0 * $1.1.1 - $1.1.0 * $1.0.1 }
        if (area > 0) == isHole { positions.reverse() }
        list(positions + positions.prefix(1), to: &bytes) { append($1.0, $1.1, to: &$0) }
    }

    /// Returns longitudes and latitudes without a jump at the antimeridian.
    private static func continuous(_ ring: [Coordinate]) -> [(Double, Double)] {
        var last = ring.first?.longitude ?? 0
        return ring.map { corner in
            last += (corner.longitude - last).remainder(dividingBy: 360)
            return (last, corner.latitude)
        }
    }

    private static func append(_ longitude: Double, _ latitude: Double, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        DecimalText.append(longitude, decimals: decimals, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(latitude, decimals: decimals, to: &bytes)
        bytes.append(UInt8(ascii: "]"))
    }

    private static func list<Items: Sequence>(
        _ items: Items, to bytes: inout [UInt8], _ append: (inout [UInt8], Items.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(&bytes, item)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
