import Basics
import Location
import Places

/// A feature of GeoJSON, not yet checked for sense.
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

    /// The place; the words of the failure say what it lacks.
    func place(usualRadius: Double?) throws(PlaceEntryError) -> Place {
        guard let text = properties?.name else { throw PlaceEntryError("it has no name in its properties") }
        let name = try PlaceName.read(text)
        guard let geometry else { throw PlaceEntryError("it has no geometry") }
        let dwell = try dwell()
        let shape = try geometry.shape(radius: properties?.radius ?? usualRadius)
        let created = properties?.created.flatMap { Timestamp(iso8601: $0) }
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
