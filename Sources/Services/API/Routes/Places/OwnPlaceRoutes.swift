import Basics
import HTTPServer
import JSON
import Location
import Places
import PlacesFiles
import Wire

/// The owner's places.
struct OwnPlaceRoutes {
    private static let example =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[144.96,-37.81]},"#
        + #""properties":{"name":"Home","radius":100}}"#
    private static let geoJSON = "application/geo+json"

    let keeper: PlaceRepository
    let machine: DaemonAccess

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/places", for: .readers, [.get: list]),
            Route("/v1/places/own", for: .owner, [.post: add]),
            Route("/v1/places/import", for: .owner, [.post: bringIn]),
            Route("/v1/places/own/{name}", for: .readers, changedBy: .owner, [.get: show, .delete: remove]),
            Route("/v1/places/own/{name}/name", for: .owner, [.post: rename]),
        ]
    }

    private var list: Route.Handler {
        { call in
            _ = try call.queryParameters()
            let (kept, inside) = (keeper.entries, inside(at: call.moment))
            let configured = Set(kept.filter(\.isConfigured).map(\.place.name))
            let bytes = PlacesGeoJSON.encode(kept.map(\.place)) { place in
                Self.marks(place, inside, isConfigured: configured.contains(place.name))
            }
            return Self.answer(bytes)
        }
    }

    private var show: Route.Handler {
        { call in
            _ = try call.queryParameters()
            let name = try Self.name(call.segments[0])
            guard let kept = keeper.place(named: name) else { throw Problem(PlaceError(.unknown(name))) }
            return answer(kept, at: call.moment)
        }
    }

    private var add: Route.Handler {
        { call in
            let isReplacing = try call.queryParameters("replace").flag("replace")
            let places = try Self.places(call)
            guard let place = places.first, places.count == 1 else {
                throw Problem.badRequest("\(places.count) places are there and one is wanted, such as \(Self.example)")
            }
            try refusing { () throws(PlaceError) in _ = try keeper.add([place], replacing: isReplacing) }
            return answer(PlaceRepository.Entry(place: place, isConfigured: false), at: call.moment, .created)
        }
    }

    private var bringIn: Route.Handler {
        { call in
            let isReplacing = try call.queryParameters("replace").flag("replace")
            let places = try Self.places(call)
            let replaced = try refusing { () throws(PlaceError) in
                try keeper.add(places, replacing: isReplacing)
            }
            var json = JSONWriter()
            json.object { json in
                json.integer("added", places.count - replaced)
                json.integer("replaced", replaced)
            }
            return .json(json.bytes + [0x0A])
        }
    }

    private var remove: Route.Handler {
        { call in
            _ = try call.queryParameters()
            let name = try Self.name(call.segments[0])
            try refusing { () throws(PlaceError) in try keeper.remove(name) }
            return HTTPResponse(.noContent)
        }
    }

    private struct NewName: Decodable {
        let name: String
    }

    private var rename: Route.Handler {
        { call in
            _ = try call.queryParameters()
            let name = try Self.name(call.segments[0])
            let new = try Self.name(try call.decodeBody(as: NewName.self, example: #"{"name":"Home"}"#).name)
            let place = try refusing { () throws(PlaceError) in try keeper.rename(name, to: new) }
            return answer(PlaceRepository.Entry(place: place, isConfigured: false), at: call.moment)
        }
    }

    private func inside(at moment: Moment) -> [String] { machine.feed.report(at: moment.uptime).inside }

    private func answer(_ kept: PlaceRepository.Entry, at moment: Moment, _ status: HTTPStatus = .ok) -> HTTPResponse {
        let marks = Self.marks(kept.place, inside(at: moment), isConfigured: kept.isConfigured)
        return Self.answer(PlacesGeoJSON.feature(kept.place, flags: marks) + [0x0A], status)
    }

    private static func answer(_ bytes: [UInt8], _ status: HTTPStatus = .ok) -> HTTPResponse {
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
                "\(text.prefix(80).debugDescription) is no name of a place, which has \(PlaceName.rule)")
        }
        return name
    }

    /// Parses the places of a body, all of which must be valid.
    private static func places(_ call: RequestContext) throws(Problem) -> [Place] {
        let media = call.request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == geoJSON || media == "application/json" else {
            throw Problem(.unsupportedMediaType, code: "unsupported-media-type", detail: "send \(geoJSON), such as \(example)")
        }
        do {
            let harvest = try PlacesGeoJSON.decode(call.request.body)
            guard let fault = harvest.issues.first else { return harvest.places }
            throw Problem.badRequest(fault.description)
        } catch let error as PlacesFormatError {
            throw .badRequest("the content is \(error), such as \(example)")
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .badRequest("\(error)")
        }
    }

    private func refusing<Result>(_ body: () throws(PlaceError) -> Result) throws(Problem) -> Result {
        do throws(PlaceError) { return try body() } catch { throw Problem(error) }
    }
}

extension Problem {
    /// Creates the problem of an error.
    init(_ refusal: PlaceError) {
        let status: HTTPStatus =
            switch refusal.kind {
            case .reserved: .badRequest
            case .taken, .full, .configured: .conflict
            case .unknown: .notFound
            case .unavailable: .serviceUnavailable
            }
        self.init(status, code: refusal.kind.rawValue, detail: refusal.description)
    }
}
