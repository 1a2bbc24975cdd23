import Basics
import Location
import Places

/// A GeoJSON document that can hold places: a collection, a feature or a geometry.
struct GeoJSONDocument: Decodable {
    let features: [GeoJSONPlace?]

    private enum CodingKeys: String, CodingKey {
        case type, features
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(String.self, forKey: .type) {
        case "FeatureCollection":
            features = try members.decode(LossyList<GeoJSONPlace>.self, forKey: .features).values
        case "Feature":
            features = [try GeoJSONPlace(from: decoder)]
        default:
            features = [GeoJSONPlace(geometry: try GeoJSONGeometry(from: decoder))]
        }
    }
}

/// A GeoJSON feature, not yet validated.
struct GeoJSONPlace: Decodable {
    struct Properties: Decodable {
        var name: String?
        var radius: Double?
        var dwell: Double?
        var created: String?
    }

    let geometry: GeoJSONGeometry?
    let properties: Properties?

    init(geometry: GeoJSONGeometry) {
        self.geometry = geometry
        properties = nil
    }

    func place(usualRadius: Double?) throws(PlaceEntryError) -> Place {
        guard let text = properties?.name else { throw PlaceEntryError("it has no name in its properties") }
        let name = try PlaceName.read(text)
        guard let geometry else { throw PlaceEntryError("it has no geometry") }
        let dwell = try dwell()
        let shape = try geometry.shape(radius: properties?.radius ?? usualRadius)
        let created = properties?.created.flatMap { Timestamp(storable: $0) }
        guard let place = Place(name: name, shape: shape, dwell: dwell, created: created) else {
            throw PlaceEntryError("its dwell time is not 0 to 3600 s")
        }
        return place
    }

    private func dwell() throws(PlaceEntryError) -> Duration {
        guard let seconds = properties?.dwell else { return Place.defaultDwell }
        guard Place.dwellRange.contains(seconds) else {
            throw PlaceEntryError("its dwell time, \(seconds) s, is not 0 to 3600 s")
        }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}

/// A GeoJSON geometry of a kind that a place can have.
enum GeoJSONGeometry: Decodable {
    case point([Double])
    case polygons([[[[Double]]]])
    case other(String)

    private enum CodingKeys: String, CodingKey {
        case type, coordinates
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(String.self, forKey: .type) {
        case "Point": self = .point(try members.decode([Double].self, forKey: .coordinates))
        case "Polygon": self = .polygons([try members.decode([[[Double]]].self, forKey: .coordinates)])
        case "MultiPolygon": self = .polygons(try members.decode([[[[Double]]]].self, forKey: .coordinates))
        case let type: self = .other(type)
        }
    }

    /// Returns the shape; the radius applies to a point.
    func shape(radius: Double?) throws(PlaceEntryError) -> PlaceShape {
        switch self {
        case .point(let position): return .circle(try Self.circle(position, radius: radius))
        case .polygons(let polygons):
            guard let polygon = polygons.first, polygons.count == 1 else {
                throw PlaceEntryError("it has \(polygons.count) polygons: make a feature of each")
            }
            return .polygon(try Self.polygon(polygon))
        case .other(let type):
            throw PlaceEntryError("its geometry is a \(type.prefix(40)), not a Point or a Polygon")
        }
    }

    static func polygon(_ rings: [[[Double]]]) throws(PlaceEntryError) -> PlacePolygon {
        guard rings.reduce(0, { $0 + $1.count }) <= PlacePolygon.maxCorners + rings.count else {
            throw PlaceEntryError("it has more than \(PlacePolygon.maxCorners) corners")
        }
        var corners: [[Coordinate]] = []
        for ring in rings {
            corners.append([])
            for position in ring { corners[corners.count - 1].append(try coordinate(position)) }
        }
        do throws(PolygonError) {
            return try PlacePolygon(rings: corners)
        } catch {
            throw PlaceEntryError(error.description)
        }
    }

    private static func circle(_ position: [Double], radius: Double?) throws(PlaceEntryError) -> PlaceCircle {
        guard let radius else { throw PlaceEntryError("it is a point without a radius in its properties") }
        guard let circle = PlaceCircle(centre: try coordinate(position), radius: radius) else {
            throw PlaceEntryError("its radius, \(radius) m, is not 1 to 100000 m")
        }
        return circle
    }

    /// Longitudes may exceed 180 degrees in polygons across the antimeridian.
    private static func coordinate(_ position: [Double]) throws(PlaceEntryError) -> Coordinate {
        guard position.count >= 2, (-540...540).contains(position[0]),
            case let longitude = (-180...180).contains(position[0])
                ? position[0] : position[0].remainder(dividingBy: 360),
            let coordinate = Coordinate(latitude: position[1], longitude: longitude)
        else { throw PlaceEntryError("\(position.prefix(3)) is not a longitude and a latitude in degrees") }
        return coordinate
    }
}
