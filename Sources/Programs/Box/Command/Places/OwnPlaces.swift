import APIClient
import CommandLine
import Configuration
import Places
import PlacesFiles

/// The user's places, from the daemon or from its files.
struct OwnPlaces {
    /// The places, sorted by name.
    var places: [OwnPlace]
    /// Entries of the daemon's response that were not understood, a line each.
    var issues: [String] = []

    /// Loads the places from the daemon, or from its files if none is running.
    static func load(_ client: DaemonClient, settings: Settings, in context: Context) throws -> OwnPlaces {
        do throws(DaemonError) {
            return try fetch(from: client)
        } catch {
            guard error.code == .unreachable, !context.isLocked(settings.lockFile) else { throw error }
            return OwnPlaces(places: try read(settings))
        }
    }

    /// Reads the stored places: those of the configuration, and those made by commands unless the name is taken.
    static func read(_ settings: Settings) throws(PlaceFileError) -> [OwnPlace] {
        let configured = ConfiguredPlaces(settings).places.map { OwnPlace(place: $0, isConfigured: true) }
        let names = Set(configured.map(\.place.name))
        let made = try PlaceFile.read(settings.ownPlacesFile).places.filter { !names.contains($0.name) }
        return (configured + made.map { OwnPlace(place: $0) }).sorted { $0.place.name < $1.place.name }
    }

    func place(named text: String) throws(UnknownPlaceError) -> OwnPlace {
        guard let place = places.first(where: { $0.place.name.text == text }) else {
            throw UnknownPlaceError(name: text, known: places.map(\.place.name.text))
        }
        return place
    }
}

extension OwnPlaces {
    /// The daemon's additional properties of places.
    private struct PlaceMarks: Decodable {
        struct Feature: Decodable {
            struct Properties: Decodable {
                var name: String?
                var inside: Bool?
                var configured: Bool?
            }

            var properties: Properties?
        }

        var features: [Feature]
    }

    static func fetch(from client: DaemonClient) throws(DaemonError) -> OwnPlaces {
        let (marks, bytes) = try client.document(PlaceMarks.self, ClientRequest(target: "/v1/places"))
        let parsed: ParsedPlaces
        do { parsed = try PlacesGeoJSON.decode(bytes) } catch { throw DaemonError(client.path, .notHTTP) }
        let properties = marks.features.compactMap { feature in
            feature.properties.flatMap { properties in properties.name.map { ($0, properties) } }
        }
        let byName = Dictionary(properties) { first, _ in first }
        let places = parsed.places.map { place in
            let own = byName[place.name.text]
            return OwnPlace(place: place, isInside: own?.inside, isConfigured: own?.configured ?? false)
        }
        return OwnPlaces(places: places, issues: parsed.issues.map(\.description))
    }
}

struct UnknownPlaceError: Error, Hashable, CustomStringConvertible {
    let name: String
    let known: [String]

    /// One line: the unknown name and the fix.
    var description: String {
        let start = "there is no place named \(String(name.prefix(80)).debugDescription)"
        guard !known.isEmpty else { return "\(start), nor any other; fix: whereismy place add" }
        guard let nearest = known.nearest(to: name) else { return "\(start); list them: whereismy place list" }
        return "\(start), did you mean \(nearest.debugDescription)?"
    }
}

/// One of the user's places and its state.
struct OwnPlace: Hashable {
    let place: Place
    /// The daemon's decision on being inside; nil if no daemon was queried.
    var isInside: Bool?
    /// True if the place is defined in the configuration, and so cannot be changed by a command.
    var isConfigured = false
}
