public import Places

/// Places as GeoJSON (RFC 7946): the file that they are kept in, and one that other programs read and write.
///
/// A collection with a feature for each place, one a line. A circle is a `Point` with its `radius` in metres among its
/// properties, a polygon a `Polygon`. Properties are `name`, `radius`, `dwell` (seconds; 10 where it is not said) and
/// `created` (ISO 8601). Longitudes of a polygon across the antimeridian go on beyond 180 degrees, which map programs draw
/// as it is meant.
public enum PlacesGeoJSON {
    static let format = "GeoJSON: a FeatureCollection, a Feature or a geometry is wanted"

    /// Reads a file, ours or another program's; unknown members are passed over.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - usualRadius: metres that a point without a radius has; nil where that is a fault.
    /// - Returns: the places, and what is wrong with the features that are none.
    /// - Throws: ``PlacesFormatError``, where the whole is unreadable.
    public static func decode(
        _ bytes: [UInt8], defaultRadius: Double? = nil
    ) throws(PlacesFormatError) -> ParsedPlaces {
        let document = try PlacesFormatError.read(GeoJSONDocument.self, from: bytes, format: format)
        return ParsedPlaces(document.features, name: \.properties?.name) { feature throws(PlaceEntryError) in
            try feature.place(usualRadius: defaultRadius)
        }
    }

    /// Reads the one polygon of a file, whatever it is called there.
    ///
    /// - Throws: ``PlacesFormatError``.
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

extension ParsedPlaces {
    /// Makes places of entries, and faults of those that are none.
    init<Entry>(
        _ entries: [Entry?], name: (Entry) -> String?, _ place: (Entry) throws(PlaceEntryError) -> Place
    ) {
        for (index, entry) in entries.enumerated() {
            guard let entry else {
                issues.append(
                    PlaceIssue(number: index + 1, name: nil, words: "its members are not of the kinds they must be"))
                continue
            }
            do throws(PlaceEntryError) {
                places.append(try place(entry))
            } catch {
                issues.append(PlaceIssue(number: index + 1, name: name(entry), words: error.text))
            }
        }
    }
}
