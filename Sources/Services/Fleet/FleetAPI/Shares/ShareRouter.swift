import Access
import Basics
import FleetPages
import FleetProtocol
import FleetStore
import HTTPServer
import JSON
import Linux
import PostgreSQL
import Privacy
import Web

/// Serves `/s/SECRET/`: the page of a device or of a team, read-only, and its data.
struct ShareRouter: Sendable {
    static let prefix = "/s/"

    let services: Services
    /// The address that links begin with; nil for that of the request.
    let address: String?
    /// The files of the page.
    let common: Router
    /// Limits the tracks of all shares, so that some threads are left to members, and of each, whose reader may be slow.
    private let tracks = ConcurrencyLimiter(3, each: 2)
    /// Limits the readings of positions with a delay.
    private let readings = ConcurrencyLimiter(2)
    private let positions = LinkPositions()

    /// Returns the response to a request below `/s/`.
    func respond(to shared: ShareRequest, at moment: Moment, _ connection: PostgresConnection) throws -> HTTPResponse {
        guard let hash = Secret(shared.secret).map(SecretHash.init),
            let share = try FleetAccess(connection).share(of: hash, at: moment.wallClock)
        else {
            try services.authorizer.recordFailure(of: shared.request, at: moment)
            throw Problem.expiredLink
        }
        let (route, segments) = try shared.find(in: routes(of: share, hash, below: shared), common: common)
        return try Router.run(
            route,
            RequestContext(
                request: shared.request, segments: segments, moment: moment, admission: nil, database: connection))
    }

    /// Returns the routes of a share: of its device, or of its team; `shared` is the request for one of them.
    func routes(of share: FleetShare, _ hash: SecretHash, below shared: ShareRequest? = nil) -> [Route] {
        let own =
            share.isOfTeam
            ? [Route("/v1/devices", for: .visitors, [.get: { try devices(share, $0) }])]
            : [
                Route("/v1/report", for: .visitors, [.get: { try report(share, $0) }]),
                Route("/v1/track", for: .visitors, readsQuery: true, [.get: { try track(share, secret: hash, $0) }]),
            ]
        return own + [
            Route("/", for: .visitors, [.get: { try page(share, $0) }]),
            Route("/v1/map", for: .visitors, [.get: { _ in description(share) }]),
            Route("/v1/events", for: .visitors, [.get: { _ in events(share, hash) }]),
            Route(
                "/qr.svg", for: .visitors,
                [.get: { try .qrCode((address ?? $0.address).flatMap { shared?.link(at: $0) }) }]),
        ]
    }

    private func page(_ share: FleetShare, _ context: RequestContext) throws -> HTTPResponse {
        try services.pages.page(share.isOfTeam ? FleetPages.fleet : PageRoutes.sharedDevice, for: context.request)
    }

    private func devices(_ share: FleetShare, _ context: RequestContext) throws -> HTTPResponse {
        .json(services.json.list(try visible(share, context), at: context.moment.wallClock) + [0x0A])
    }

    private func report(_ share: FleetShare, _ context: RequestContext) throws -> HTTPResponse {
        guard let device = try visible(share, context).first else { throw Problem.noDevice }
        return .json(services.json.report(device.report) + [0x0A])
    }

    /// Returns the devices of a share, which take long to read if it has a delay.
    private func visible(_ share: FleetShare, _ context: RequestContext) throws -> [PublicDevice] {
        let slot = share.delay > .zero ? readings.acquire() : nil
        guard share.delay == .zero || slot != nil else { throw Problem.busy }
        defer { slot?.release() }
        return try positions.with(share, at: context.moment.uptime) { positions in
            try ShareView(share, at: context.moment.wallClock).devices(context.connection(), knowing: &positions)
        }
    }

    private func events(_ share: FleetShare, _ hash: SecretHash) -> HTTPResponse {
        let feed = share.delay > .zero ? services.delayedFeed : services.feed
        return .events(feed.stream(.share(share), credential: .link(hash)))
    }

    private func track(
        _ share: FleetShare, secret hash: SecretHash, _ context: RequestContext
    ) throws -> HTTPResponse {
        let now = context.moment.wallClock
        let track = try TrackRequest(ofDevice: context, seenBy: PublicView(share, at: now), at: now, clock: .system)
        let reader = FleetReader(try context.connection(), as: FleetViewer(share))
        guard let device = try reader.devices(at: now).first else { throw Problem.noDevice }
        guard let slot = tracks.acquire(for: share.name) else { throw Problem.busy }
        let lease = CredentialLease(.link(hash), .share(share), services: services)
        return try services.workers.response(
            for: context, type: track.media.mediaType, isValid: { lease.isValid }
        ) { [connect = services.connect] output in
            defer { slot.release() }
            let history = SharedHistory(try connect(DatabaseSession.maxLongStatement), of: device, as: share, at: now)
            try track.write(from: history, device: device.name.text) { try output.write($0) }
        }
    }

    private func description(_ share: FleetShare) -> HTTPResponse {
        services.pages.description { json in
            json.boolean("history", !share.isOfTeam)
            json.share(share)
        }
    }
}
