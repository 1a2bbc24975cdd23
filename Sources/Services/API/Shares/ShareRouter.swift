import Access
import Basics
import HTTPServer
import JSON
import Location
import Pages
import Privacy
import Web
import Wire

/// Serves `/share/SECRET/`: the live page, read-only, and its data.
struct ShareRouter: Sendable {
    private static let prefix = "/share/"

    let access: AccessController
    let feeds: ShareFeeds
    let view: ShareView
    let tracks: TrackRoutes
    let map: MapRoutes
    let assets: AssetLibrary
    /// Renders the static page of a report.
    let draw: @Sendable (Report, Timestamp) -> [UInt8]
    /// The routes that shares have in common: scripts, styles, tiles.
    let common: Router
    /// Limits the long responses to all shares, so that some threads are left to the owner.
    private let limiter = ConcurrencyLimiter(2)

    /// Returns the response to a request below `/share/`; nil for any other path.
    func respond(to request: HTTPRequest, at moment: Moment) throws -> HTTPResponse? {
        guard request.path.hasPrefix(Self.prefix) else { return nil }
        let rest = request.path.dropFirst(Self.prefix.count)
        let secret = String(rest.prefix { $0 != "/" })
        // An expired, revoked or unknown share gives the same response for every path.
        guard let share = access.share(for: secret) else { return try expired(request) }
        let path = String(rest.dropFirst(secret.count))
        var inner = request
        inner.path = path
        let (route, segments) =
            path.isEmpty
            ? (Self.withoutSlash(secret), []) : try Router(routes(of: share)).find(path, fallback: common)
        let context = RequestContext(request: inner, segments: segments, admission: nil, moment: moment)
        return try Router.run(route, context)
    }

    /// The links of the page are relative to the trailing slash.
    private static func withoutSlash(_ secret: String) -> Route {
        let there = [HTTPField("Location", "\(prefix)\(secret)/")]
        return Route("", for: .anyone, [.get: { _ in HTTPResponse(.seeOther, headers: there) }])
    }

    /// Returns a page for a browser, and a problem document for its scripts and for programs.
    private func expired(_ request: HTTPRequest) throws -> HTTPResponse {
        guard request.isForPerson else {
            throw Problem(
                .gone, code: "expired", detail: "the link has expired; fix: ask whoever sent it for a new one")
        }
        return .page(
            try assets.asset(named: "expired.html")?.bytes ?? Array("This link has expired.".utf8), status: .gone)
    }

    /// Returns the routes of a share.
    func routes(of share: Share) -> [Route] {
        [
            Route("/", for: .anyone, [.get: page]),
            Route("/static", for: .anyone, [.get: staticPage(share)]),
            Route("/v1/report", for: .anyone, [.get: report(share)]),
            Route("/v1/events", for: .anyone, [.get: events(share)]),
            Route("/v1/track", for: .anyone, [.get: track(share)]),
            Route("/v1/map", for: .anyone, [.get: mapDescription(share)]),
        ]
    }

    private var page: Route.Handler {
        { [assets] context in
            _ = try context.queryParameters()
            return .page(try assets.asset(named: "live.html")?.bytes ?? [])
        }
    }

    /// For browsers without scripts.
    private func staticPage(_ share: Share) -> Route.Handler {
        { [view, draw] context in
            _ = try context.queryParameters()
            return .staticPage(draw(view.report(share, at: context.moment).report, context.moment.wallClock))
        }
    }

    private func report(_ share: Share) -> Route.Handler {
        { [view] context in
            _ = try context.queryParameters()
            return .json(view.json(view.report(share, at: context.moment)))
        }
    }

    private func events(_ share: Share) -> Route.Handler {
        { [feeds] context in
            _ = try context.queryParameters()
            let channel = feeds.channel(of: share, at: context.moment)
            let stream = channel.stream(after: context.request.header("Last-Event-ID"))
            return .events(stream)
        }
    }

    private func track(_ share: Share) -> Route.Handler {
        let track = tracks.track { [zones = view.zones] in PublicView(share, zones: zones, at: $0) }
        return { [limiter, view, access] context in
            // Both select by hidden data: a shrinking box would find the place.
            if let query = context.request.query.first(where: { ["device", "within"].contains($0.name) }) {
                throw Problem.badRequest("\(query.name) is not supported for shares")
            }
            guard let slot = limiter.acquire() else { throw Problem.busy }
            let moment = view.delayReference(at: context.moment)
            var response = try track(
                RequestContext(
                    request: context.request, segments: context.segments, admission: context.admission, moment: moment))
            guard case .stream(let stream) = response.body else { return response }
            let generation = access.generation
            response.body = .stream(
                LeasedStream(stream, slot: slot) {
                    access.generation == generation || access.store.shares.contains { $0.id == share.id }
                })
            return response
        }
    }

    private func mapDescription(_ share: Share) -> Route.Handler {
        { [map] context in
            _ = try context.queryParameters()
            return .json(
                map.json { json in
                    json.object("share") { json in
                        json.string("label", share.label)
                        json.time("expires", share.expires)
                        json.time("since", share.trackStart)
                        json.boolean("track", share.since != nil)
                        json.number("precision", share.precision, decimals: 0)
                        json.number("delay", share.delay > .zero ? share.delay.inSeconds : nil, decimals: 3)
                    }
                })
        }
    }
}
