import Linux
import Location
public import Places
import PlacesFiles

/// The places that the configuration has, their polygons read from their files.
public struct ConfiguredPlaces: Sendable {
    /// The places, in the order of the configuration.
    public private(set) var places: [Place] = []
    /// The files that were read, in their order.
    public private(set) var files: [String] = []
    /// What is wrong with files that are named; their places are not among the others.
    public private(set) var issues: [ConfigurationError.Issue] = []

    /// Reads them.
    public init(_ settings: Settings) {
        for section in settings.placeSections where section.issue == nil {
            guard let name = PlaceName(section.name), let shape = shape(section),
                let place = Place(name: name, shape: shape, dwell: section.dwell ?? Place.defaultDwell)
            else { continue }
            places.append(place)
        }
    }

    private mutating func shape(_ section: PlaceSection) -> PlaceShape? {
        guard let file = section.polygon else { return section.circle.map(PlaceShape.circle) }
        do {
            let polygon = try PlacesGeoJSON.polygon(try FileContents.read(file, limit: PlacesFormatError.maxBytes))
            files.append(file)
            return .polygon(polygon)
        } catch {
            let reason = (error as? SystemError)?.reason ?? "\(error)"
            issues.append(.init(source: file, message: reason))
            return nil
        }
    }
}

extension PlaceSection {
    fileprivate var circle: PlaceCircle? {
        guard let latitude, let longitude, let centre = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return PlaceCircle(centre: centre, radius: radius ?? Self.defaultRadius)
    }
}
