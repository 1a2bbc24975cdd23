/// A document of GeoJSON, as far as places need it: a collection, a feature or a geometry.
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
