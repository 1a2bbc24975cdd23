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

    let keeper: AnchorRepository
    let machine: DaemonAccess

    /// The routes.
    var all: [Route] {
        [Route("/v1/anchor", for: .readers, changedBy: .owner, [.get: show, .post: set, .delete: end])]
    }

    private struct Wish: Decodable {
        let radius: Double?
        let latitude: Double?
        let longitude: Double?
    }

    private var show: Route.Handler {
        { call in
            _ = try call.queryParameters()
            // No error: browsers would log one at each poll.
            guard let watch = keeper.watch else { return HTTPResponse(.noContent) }
            return answer(watch, at: call.moment)
        }
    }

    private var set: Route.Handler {
        { call in
            _ = try call.queryParameters()
            let wish = try call.decodeBody(as: Wish.self, example: Self.example)
            let radius = wish.radius ?? AnchorWatch.defaultRadius
            guard let circle = PlaceCircle(centre: try centre(wish, at: call.moment), radius: radius) else {
                throw Problem.badRequest(
                    "radius: \(radius) is not \(PlaceCircle.radiusRange.lowerBound) to \(PlaceCircle.radiusRange.upperBound) m")
            }
            do throws(SystemError) { try keeper.set(circle, at: call.moment.wallClock) } catch {
                throw Problem(.serviceUnavailable, code: "unavailable", detail: "the anchor is not watched: \(error)")
            }
            guard let watch = keeper.watch else { throw Self.noAnchor }
            return answer(watch, at: call.moment, .created)
        }
    }

    private var end: Route.Handler {
        { call in
            _ = try call.queryParameters()
            do {
                guard try keeper.end() else { throw Self.noAnchor }
            } catch let error as SystemError {
                throw Problem(.serviceUnavailable, code: "unavailable", detail: "the anchor is watched still: \(error)")
            }
            return HTTPResponse(.noContent)
        }
    }

    private static let noAnchor = Problem(
        .notFound, code: "no-anchor", detail: "no anchor is watched: whereismy place anchor does it")

    /// Returns the given position of the anchor, else the current position.
    private func centre(_ wish: Wish, at moment: Moment) throws(Problem) -> Coordinate {
        if let latitude = wish.latitude, let longitude = wish.longitude {
            guard let centre = Coordinate(latitude: latitude, longitude: longitude) else {
                throw .badRequest("\(latitude), \(longitude) is no position, which is such as -37.81, 144.96")
            }
            return centre
        }
        guard wish.latitude == nil, wish.longitude == nil else {
            throw .badRequest("latitude and longitude go together")
        }
        let report = machine.feed.report(at: moment.uptime)
        guard report.state == .live, let here = report.fix?.coordinate else {
            throw Problem(
                .conflict, code: "no-fix", detail: "there is no current position (\(report.state.rawValue)): say where the anchor is")
        }
        return here
    }

    private func answer(_ watch: AnchorWatch, at moment: Moment, _ status: HTTPStatus = .ok) -> HTTPResponse {
        let report = machine.feed.report(at: moment.uptime)
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
