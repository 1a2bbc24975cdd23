import Basics
import HTTPServer
import JSON
import Linux
import Location
import Places
import Wire

/// The anchor watch.
struct AnchorRoutes {
    private static let example = #"{"radius":40}"#

    let repository: AnchorRepository
    let daemon: DaemonAccess

    /// The routes.
    var all: [Route] {
        [Route("/v1/anchor", for: .readers, changedBy: .owner, [.get: show, .post: set, .delete: end])]
    }

    private struct AnchorRequestBody: Decodable {
        let radius: Double?
        let latitude: Double?
        let longitude: Double?
    }

    private var show: Route.Handler {
        { context in
            _ = try context.queryParameters()
            // No error: browsers would log one at each poll.
            guard let watch = repository.watch else { return HTTPResponse(.noContent) }
            return response(watch, at: context.moment)
        }
    }

    private var set: Route.Handler {
        { context in
            _ = try context.queryParameters()
            let body = try context.decodeBody(as: AnchorRequestBody.self, example: Self.example)
            let radius = body.radius ?? AnchorWatch.defaultRadius
            guard let circle = PlaceCircle(centre: try centre(body, at: context.moment), radius: radius) else {
                throw Problem.badRequest(
                    "radius: \(radius) is not \(PlaceCircle.radiusRange.lowerBound) to \(PlaceCircle.radiusRange.upperBound) m"
                )
            }
            do throws(SystemError) { try repository.set(circle, at: context.moment.wallClock) } catch {
                throw Problem(.serviceUnavailable, code: "unavailable", detail: "the anchor is not watched: \(error)")
            }
            guard let watch = repository.watch else { throw Self.noAnchor }
            return response(watch, at: context.moment, .created)
        }
    }

    private var end: Route.Handler {
        { context in
            _ = try context.queryParameters()
            do {
                guard try repository.end() else { throw Self.noAnchor }
            } catch let error as SystemError {
                throw Problem(.serviceUnavailable, code: "unavailable", detail: "the anchor is still watched: \(error)")
            }
            return HTTPResponse(.noContent)
        }
    }

    private static let noAnchor = Problem(
        .notFound, code: "no-anchor", detail: "no anchor watch is set; fix: whereismy place anchor")

    /// Returns the given position of the anchor, else the current position.
    private func centre(_ body: AnchorRequestBody, at moment: Moment) throws(Problem) -> Coordinate {
        if let latitude = body.latitude, let longitude = body.longitude {
            guard let centre = Coordinate(latitude: latitude, longitude: longitude) else {
                throw .badRequest("\(latitude), \(longitude) is not a position such as -37.81, 144.96")
            }
            return centre
        }
        guard body.latitude == nil, body.longitude == nil else {
            throw .badRequest("latitude and longitude go together")
        }
        let report = daemon.feed.report(at: moment.uptime)
        guard report.state == .live, let here = report.fix?.coordinate else {
            throw Problem(
                .conflict, code: "no-fix",
                detail: "no current position (\(report.state.rawValue)); fix: give latitude and longitude")
        }
        return here
    }

    private func response(_ watch: AnchorWatch, at moment: Moment, _ status: HTTPStatus = .ok) -> HTTPResponse {
        let report = daemon.feed.report(at: moment.uptime)
        let here = report.state == .live ? report.fix?.coordinate : nil
        var json = JSONWriter()
        json.object { json in
            json.number("latitude", watch.circle.centre.latitude, decimals: 9)
            json.number("longitude", watch.circle.centre.longitude, decimals: 9)
            json.number("radius", watch.circle.radius, decimals: 3)
            json.time("set", watch.set)
            json.boolean("dragging", watch.isDragging)
            json.boolean("lost", watch.isLost)
            json.number("distance", here.map { watch.circle.centre.distance(to: $0) }, decimals: 1)
        }
        return .json(json.bytes + [0x0A], status: status)
    }
}
