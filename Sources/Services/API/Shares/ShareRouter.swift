import Access
import Basics
import HTTPServer
import JSON
import Location
import Pages
import Wire

/// What is behind `/share/SECRET/`: the live page, read-only, and what it is made of.
struct ShareRouter: Sendable {
    private static let prefix = "/share/"

    let keeper: AccessController
    let feeds: ShareFeeds
    let look: ShareView
    let tracks: TrackRoutes
    let map: MapRoutes
    let assets: AssetLibrary
    /// Draws the static page of a report.
    let draw: @Sendable (Report, Timestamp) -> [UInt8]
    /// What is the same for everybody: scripts, styles, tiles.
    let common: Router
    /// Long answers at once to all who hold links, so that some are left to the owner.
    private let leave = ConcurrencyLimiter(2)

    /// The answer to a request below `/share/`; nil for every other path.
    func respond(to request: HTTPRequest, at moment: Moment) throws -> HTTPResponse? {
        guard request.path.hasPrefix(Self.prefix) else { return nil }
        let rest = request.path.dropFirst(Self.prefix.count)
        let secret = String(rest.prefix { $0 != "/" })
        // All that is dead is answered alike, whatever is asked for behind it.
        guard let share = keeper.share(for: secret) else { return try expired() }
        let path = String(rest.dropFirst(secret.count))
        var inner = request
        inner.path = path
        let (route, segments) =
            path.isEmpty
            ? (Self.withoutSlash(secret), []) : try Router(routes(of: share)).find(path, fallback: common)
        let call = RequestContext(request: inner, segments: segments, admission: nil, moment: moment)
        return try Router.run(route, call)
    }

    /// A page is relative to the slash at its end.
    private static func withoutSlash(_ secret: String) -> Route {
        let there = [HTTPField("Location", "\(prefix)\(secret)/")]
        return Route("", for: .anyone, [.get: { _ in HTTPResponse(.seeOther, headers: there) }])
    }

    private func expired() throws -> HTTPResponse {
        .page(try assets.asset(named: "expired.html")?.bytes ?? Array("expired".utf8), status: .gone)
    }

    /// What is the share's own.
    func routes(of share: Share) -> [Route] {
        [
            Route("/", for: .anyone, [.get: page]),
            Route("/static", for: .anyone, [.get: still(share)]),
            Route("/v1/report", for: .anyone, [.get: report(share)]),
            Route("/v1/events", for: .anyone, [.get: events(share)]),
            Route("/v1/track", for: .anyone, [.get: track(share)]),
            Route("/v1/map", for: .anyone, [.get: describe(share)]),
        ]
    }

    private var page: Route.Handler {
        { [assets] call in
            _ = try call.queryParameters()
            return .page(try assets.asset(named: "live.html")?.bytes ?? [])
        }
    }

    /// For browsers without script.
    private func still(_ share: Share) -> Route.Handler {
        { [look, draw] call in
            _ = try call.queryParameters()
            return .staticPage(draw(look.report(share, at: call.moment).report, call.moment.wallClock))
        }
    }

    private func report(_ share: Share) -> Route.Handler {
        { [look] call in
            _ = try call.queryParameters()
            return .json(look.json(look.report(share, at: call.moment)))
        }
    }

    private func events(_ share: Share) -> Route.Handler {
        { [feeds] call in
            _ = try call.queryParameters()
            let channel = feeds.channel(of: share, at: call.moment)
            let stream = channel.stream(after: call.request.header("Last-Event-ID"))
            return .events(stream)
        }
    }

    private func track(_ share: Share) -> Route.Handler {
        let track = tracks.track { [zones = look.zones] in PublicView(share, zones: zones, at: $0) }
        return { [leave, look, keeper] call in
            // Both choose by what is known and not by what is seen: a box could be made smaller until the place is found.
            if let query = call.request.query.first(where: { ["device", "within"].contains($0.name) }) {
                throw Problem.badRequest("\(query.name) is not possible here")
            }
            guard let slot = leave.acquire() else { throw Problem.busy }
            let moment = look.delayReference(at: call.moment)
            var response = try track(
                RequestContext(request: call.request, segments: call.segments, admission: call.admission, moment: moment))
            guard case .stream(let stream) = response.body else { return response }
            let generation = keeper.generation
            response.body = .stream(
                LeasedStream(stream, slot: slot) {
                    keeper.generation == generation || keeper.store.shares.contains { $0.id == share.id }
                })
            return response
        }
    }

    private func describe(_ share: Share) -> Route.Handler {
        { [map] call in
            _ = try call.queryParameters()
            return .json(
                map.json { json in
                    json.object("share") { json in
                        json.string("label", share.label)
                        json.time("expires", share.expires)
                        json.time("since", share.trackStart)
                        json.number("precision", share.precision, decimals: 0)
                        json.number("delay", share.delay > .zero ? share.delay.inSeconds : nil, decimals: 3)
                    }
                })
        }
    }
}
