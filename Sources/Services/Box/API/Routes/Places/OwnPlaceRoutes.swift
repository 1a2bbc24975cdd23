import Basics
import HTTPServer
import JSON
import Location
import Places
import PlacesFiles
import Web

struct OwnPlaceRoutes {
    private static let example =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[144.96,-37.81]},"#
        + #""properties":{"name":"Home","radius":100}}"#
    private static let geoJSON = "application/geo+json"

    let repository: PlaceRepository
    let daemon: DaemonAccess

    var all: [Route] {
        [
            Route("/v1/places", for: .readers, [.get: list]),
            Route("/v1/places/own", for: .owner, readsQuery: true, [.post: add]),
            Route("/v1/places/import", for: .owner, readsQuery: true, [.post: importPlaces]),
            Route("/v1/places/own/{name}", for: .readers, changedBy: .owner, [.get: show, .delete: remove]),
            Route("/v1/places/own/{name}/name", for: .owner, [.post: rename]),
        ]
    }

    private func list(_ context: RequestContext) throws -> HTTPResponse {
        let (entry, inside) = (repository.entries, inside(at: context.moment))
        let configured = Set(entry.filter(\.isConfigured).map(\.place.name))
        let bytes = PlacesGeoJSON.encode(entry.map(\.place)) { place in
            Self.marks(place, inside, isConfigured: configured.contains(place.name))
        }
        return Self.response(bytes)
    }

    private func show(_ context: RequestContext) throws -> HTTPResponse {
        let name = try Self.name(context.segments[0])
        guard let entry = repository.place(named: name) else { throw Problem(PlaceError(.unknown(name))) }
        return response(entry, at: context.moment)
    }

    private func add(_ context: RequestContext) throws -> HTTPResponse {
        let isReplacing = try context.queryParameters("replace").flag("replace")
        let places = try Self.places(context)
        guard let place = places.first, places.count == 1 else {
            throw Problem.badRequest("expected one place, not \(places.count), such as \(Self.example)")
        }
        try mappingErrors { () throws(PlaceError) in _ = try repository.add([place], replacing: isReplacing) }
        return response(PlaceRepository.Entry(place: place, isConfigured: false), at: context.moment, .created)
    }

    private func importPlaces(_ context: RequestContext) throws -> HTTPResponse {
        let isReplacing = try context.queryParameters("replace").flag("replace")
        let places = try Self.places(context)
        let replaced = try mappingErrors { () throws(PlaceError) in
            try repository.add(places, replacing: isReplacing)
        }
        return .json { json in
            json.integer("added", places.count - replaced)
            json.integer("replaced", replaced)
        }
    }

    private func remove(_ context: RequestContext) throws -> HTTPResponse {
        let name = try Self.name(context.segments[0])
        try mappingErrors { () throws(PlaceError) in try repository.remove(name) }
        return HTTPResponse(.noContent)
    }

    private struct NewName: Decodable {
        let name: String
    }

    private func rename(_ context: RequestContext) throws -> HTTPResponse {
        let name = try Self.name(context.segments[0])
        let new = try Self.name(try context.decodeBody(as: NewName.self, example: #"{"name":"Home"}"#).name)
        let place = try mappingErrors { () throws(PlaceError) in try repository.rename(name, to: new) }
        return response(PlaceRepository.Entry(place: place, isConfigured: false), at: context.moment)
    }

    private func inside(at moment: Moment) -> [String] { daemon.feed.report(at: moment.uptime).inside }

    private func response(_ entry: PlaceRepository.Entry, at moment: Moment, _ status: HTTPStatus = .ok) -> HTTPResponse
    {
        let marks = Self.marks(entry.place, inside(at: moment), isConfigured: entry.isConfigured)
        return Self.response(PlacesGeoJSON.feature(entry.place, flags: marks) + [0x0A], status)
    }

    private static func response(_ bytes: [UInt8], _ status: HTTPStatus = .ok) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", geoJSON), HTTPField("Cache-Control", "no-cache, private")]
        return HTTPResponse(status, headers: headers, body: .bytes(bytes))
    }

    private static func marks(_ place: Place, _ inside: [String], isConfigured: Bool) -> [PlacesGeoJSON.Flag] {
        let mark = [(name: "inside", value: inside.contains(place.name.text))]
        return isConfigured ? mark + [(name: "configured", value: true)] : mark
    }

    private static func name(_ text: String) throws(Problem) -> PlaceName {
        guard let name = PlaceName(text) else {
            throw .badRequest(
                "\(text.prefix(80).debugDescription) is not a place name, which has \(PlaceName.rule)")
        }
        return name
    }

    /// Parses the places of a body, all of which must be valid.
    private static func places(_ context: RequestContext) throws(Problem) -> [Place] {
        let media = context.request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == geoJSON || media == "application/json" else {
            throw Problem(
                .unsupportedMediaType, code: "unsupported-media-type", detail: "send \(geoJSON), such as \(example)")
        }
        do {
            let parsed = try PlacesGeoJSON.decode(context.request.body)
            guard let issue = parsed.issues.first else { return parsed.places }
            throw Problem.badRequest(issue.description)
        } catch let error as PlacesFormatError {
            throw .badRequest("the content is \(error), such as \(example)")
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .badRequest("\(error)")
        }
    }

    private func mappingErrors<Result>(_ body: () throws(PlaceError) -> Result) throws(Problem) -> Result {
        do throws(PlaceError) { return try body() } catch { throw Problem(error) }
    }
}

extension Problem {
    init(_ error: PlaceError) {
        let status: HTTPStatus =
            switch error.kind {
            case .reserved: .badRequest
            case .taken, .full, .configured: .conflict
            case .unknown: .notFound
            case .unavailable: .serviceUnavailable
            }
        self.init(status, code: error.kind.rawValue, detail: error.description)
    }
}
