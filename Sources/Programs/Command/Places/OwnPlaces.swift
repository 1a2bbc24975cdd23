import APIClient
import Configuration
import JSON
import Places
import PlacesFiles

/// The owner's places, told by the daemon or read from where it keeps them.
struct OwnPlaces {
    /// By the order of their names.
    var places: [OwnPlace]
    /// What of the daemon's answer is not understood here, a line each.
    var faults: [String] = []

    /// The places as the daemon goes by them; as they are kept, where none runs.
    ///
    /// - Throws: ``DaemonError``, or `PlaceFileError`.
    static func load(_ client: DaemonClient, settings: Settings, in context: Context) throws -> OwnPlaces {
        do throws(DaemonError) {
            return try fetch(from: client)
        } catch {
            guard error.code == .unreachable, !context.isLocked(settings.lockFile) else { throw error }
            return OwnPlaces(places: try read(settings))
        }
    }

    /// The places as they are kept: those that commands have made, and those of the configuration, which come first
    /// where both have one of a name.
    ///
    /// - Throws: `PlaceFileError`.
    static func read(_ settings: Settings) throws(PlaceFileError) -> [OwnPlace] {
        let configured = ConfiguredPlaces(settings).places.map { OwnPlace(place: $0, isConfigured: true) }
        let names = Set(configured.map(\.place.name))
        let made = try PlaceFile.read(settings.ownPlacesFile).places.filter { !names.contains($0.name) }
        return (configured + made.map { OwnPlace(place: $0) }).sorted { $0.place.name < $1.place.name }
    }

    /// The place of a name.
    ///
    /// - Throws: ``UnknownPlaceError``.
    func place(named text: String) throws(UnknownPlaceError) -> OwnPlace {
        guard let place = places.first(where: { $0.place.name.text == text }) else {
            throw UnknownPlaceError(name: text, known: places.map(\.place.name.text))
        }
        return place
    }
}

extension OwnPlaces {
    /// What the daemon says of a place beside the place itself.
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

    /// The places as the daemon goes by them.
    ///
    /// - Throws: ``DaemonError``.
    static func fetch(from client: DaemonClient) throws(DaemonError) -> OwnPlaces {
        let (marks, bytes) = try client.document(PlaceMarks.self, ClientRequest(target: "/v1/places"))
        let harvest: ParsedPlaces
        do { harvest = try PlacesGeoJSON.decode(bytes) } catch { throw DaemonError(client.path, .notHTTP) }
        let properties = marks.features.compactMap { feature in
            feature.properties.flatMap { properties in properties.name.map { ($0, properties) } }
        }
        let byName = Dictionary(properties) { first, _ in first }
        let places = harvest.places.map { place in
            let own = byName[place.name.text]
            return OwnPlace(place: place, isInside: own?.inside, isConfigured: own?.configured ?? false)
        }
        return OwnPlaces(places: places, faults: harvest.issues.map(\.description))
    }
}

/// There is no place of a name.
struct UnknownPlaceError: Error, Hashable, CustomStringConvertible {
    /// What was asked for.
    let name: String
    /// The places that there are.
    let known: [String]

    /// One line: what is not there, and what would work.
    var description: String {
        let start = "there is no place named \(String(name.prefix(80)).debugDescription)"
        guard !known.isEmpty else { return "\(start), nor any other: whereismy place add makes one" }
        guard let nearest = known.nearest(to: name) else { return "\(start), whereismy place list tells all" }
        return "\(start), did you mean \(nearest.debugDescription)?"
    }
}

/// One of the owner's places, with what is known of it beside its shape.
struct OwnPlace: Hashable {
    /// The place.
    let place: Place
    /// Whether the daemon has decided that the machine is in it; nil where no daemon was asked.
    var isInside: Bool?
    /// Whether it is the configuration's, and so not to be changed by a command.
    var isConfigured = false
}
