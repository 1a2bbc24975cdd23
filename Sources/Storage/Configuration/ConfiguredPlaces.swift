import Linux
import Location
public import Places
import PlacesFiles

/// The places of the configuration, with polygons from their files.
public struct ConfiguredPlaces: Sendable {
    /// The places in the order of the configuration.
    public private(set) var places: [Place] = []
    /// The polygon files, in reading order.
    public private(set) var files: [String] = []
    /// The issues with polygon files; their places are left out.
    public private(set) var issues: [ConfigurationError.Issue] = []

    /// Reads the polygon files.
    public init(_ settings: Settings) {
        for section in settings.placeSections where section.issue(except: []) == nil {
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
        Coordinate(optionalLatitude: latitude, longitude: longitude).flatMap {
            PlaceCircle(centre: $0, radius: radius ?? Self.defaultRadius)
        }
    }
}
