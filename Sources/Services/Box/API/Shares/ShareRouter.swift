import Access
import Basics
import HTTPServer
import Location
import Pages
import Privacy
import Web

/// Serves `/share/SECRET/`: the live page, read-only, and its data.
struct ShareRouter: Sendable {
    private static let prefix = "/share/"

    let access: AccessController
    /// The address that links begin with; nil without a TCP listener.
    let address: String?
    let feeds: ShareFeeds
    let view: ShareView
    let tracks: TrackRoutes
    let map: MapRoutes
    let assets: AssetLibrary
    /// Renders the static page of a report.
    let draw: @Sendable (Report, Timestamp) -> [UInt8]
    /// The routes that shares have in common: scripts, styles, tiles.
    let common: Router
    /// Limits the long responses to all shares, so that one thread is left to the owner, and one to another share.
    private let limiter = ConcurrencyLimiter(3, each: 2)

    /// Returns the response to a request below `/share/`; nil for any other path.
    func respond(to request: HTTPRequest, at moment: Moment) throws -> HTTPResponse? {
        guard let shared = try ShareRequest(request, below: Self.prefix) else { return nil }
        guard let share = access.share(for: shared.secret) else { return try expired(request) }
        let link = address.map(shared.link(at:))
        let (route, segments) = try shared.find(in: routes(of: share, link: link), common: common)
        return try Router.run(
            route, RequestContext(request: shared.request, segments: segments, admission: nil, moment: moment))
    }

    /// Returns a page for a browser, and a problem document for its scripts and for programs.
    private func expired(_ request: HTTPRequest) throws -> HTTPResponse {
        guard request.isForPerson else { throw Problem.expiredLink }
        return .page(
            try assets.page("expired.html", for: request) ?? Array("This link has expired.".utf8), status: .gone)
    }

    /// Returns the routes of a share; `link` is its whole address, nil without a TCP listener.
    func routes(of share: Share, link: String? = nil) -> [Route] {
        [
            Route("/", for: .anyone, [.get: page]),
            Route("/static", for: .anyone, [.get: { staticPage(share, $0) }]),
            Route("/v1/report", for: .anyone, [.get: { report(share, $0) }]),
            Route("/v1/events", for: .anyone, [.get: { events(share, $0) }]),
            Route("/v1/track", for: .anyone, readsQuery: true, [.get: { try track(share, $0) }]),
            Route("/v1/map", for: .anyone, [.get: { _ in map.description { $0.share(share) } }]),
            Route("/qr.svg", for: .anyone, [.get: { _ in try .qrCode(link) }]),
        ]
    }

    private func page(_ context: RequestContext) throws -> HTTPResponse {
        .page(try assets.page("live.html", for: context.request) ?? [])
    }

    /// For browsers without scripts.
    private func staticPage(_ share: Share, _ context: RequestContext) -> HTTPResponse {
        .staticPage(draw(view.report(share, at: context.moment).report, context.moment.wallClock))
    }

    private func report(_ share: Share, _ context: RequestContext) -> HTTPResponse {
        .json(view.json(view.report(share, at: context.moment)))
    }

    private func events(_ share: Share, _ context: RequestContext) -> HTTPResponse {
        let channel = feeds.channel(of: share, at: context.moment)
        return .events(channel.stream(after: context.request.header("Last-Event-ID")))
    }

    private func track(_ share: Share, _ context: RequestContext) throws -> HTTPResponse {
        // Both select by hidden data: a shrinking box would find the place.
        if let query = context.request.query.first(where: { ["device", "within"].contains($0.name) }) {
            throw Problem.badRequest("\(query.name) is not supported for shares")
        }
        guard let slot = limiter.acquire(for: share.id) else { throw Problem.busy }
        let moment = view.delayReference(at: context.moment)
        var response = try tracks.track(
            RequestContext(
                request: context.request, segments: context.segments, admission: context.admission, moment: moment),
            seenBy: PublicView(share, zones: view.zones, at: moment.wallClock))
        guard case .stream(let stream) = response.body else { return response }
        let generation = access.generation
        response.body = .stream(
            LeasedStream(stream, slot: slot) { [access] in
                share.isActive(at: access.clock().wallClock)
                    && (access.generation == generation || access.store.shares.contains { $0.id == share.id })
            })
        return response
    }
}
