import Access
import Basics
import HTTPServer
import JSON
import Location
import Pages
import Wire

/// Serves `/share/SECRET/`: the live page, read-only, and its data.
struct ShareRouter: Sendable {
    private static let prefix = "/share/"

    let keeper: AccessController
    let feeds: ShareFeeds
    let look: ShareView
    let tracks: TrackRoutes
    let map: MapRoutes
    let assets: AssetLibrary
    /// Renders the static page of a report.
    let draw: @Sendable (Report, Timestamp) -> [UInt8]
    /// The routes that shares have in common: scripts, styles, tiles.
    let common: Router
    /// Limits the long responses to all shares, so that some threads are left to the owner.
    private let leave = ConcurrencyLimiter(2)

    /// Returns the response to a request below `/share/`; nil for any other path.
    func respond(to request: HTTPRequest, at moment: Moment) throws -> HTTPResponse? {
        guard request.path.hasPrefix(Self.prefix) else { return nil }
        let rest = request.path.dropFirst(Self.prefix.count)
        let secret = String(rest.prefix { $0 != "/" })
        // An expired, revoked or unknown share gives the same response for every path.
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

    /// The links of the page are relative to the trailing slash.
    private static func withoutSlash(_ secret: String) -> Route {
        let there = [HTTPField("Location", "\(prefix)\(secret)/")]
        return Route("", for: .anyone, [.get: { _ in HTTPResponse(.seeOther, headers: there) }])
    }

    private func expired() throws -> HTTPResponse {
        .page(try assets.asset(named: "expired.html")?.bytes ?? Array("expired".utf8), status: .gone)
    }

    /// Returns the routes of a share.
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

    /// For browsers without scripts.
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
            // Both select by hidden data: a shrinking box would find the place.
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
