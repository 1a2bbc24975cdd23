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
import Wire

/// Serves `/s/SECRET/`: the page of a device or of a team, read-only, and its data.
struct FleetShareRouter: Sendable {
    private static let prefix = "/s/"

    let services: FleetServices
    /// The files of the page.
    let common: FleetRouter
    /// Limits the long responses to all shares, so that some threads are left to members.
    private let limiter = ConcurrencyLimiter(2)

    init(services: FleetServices, common: FleetRouter) {
        (self.services, self.common) = (services, common)
    }

    /// Returns true for the paths of shares.
    static func isShare(_ path: String) -> Bool { path.hasPrefix(prefix) }

    /// Returns the response to a request below `/s/`.
    func respond(to request: HTTPRequest, at moment: Moment, _ connection: PostgresConnection) throws -> HTTPResponse {
        let rest = request.path.dropFirst(Self.prefix.count)
        let secret = String(rest.prefix { $0 != "/" })
        // An expired, revoked or unknown link gives the same response for every path.
        guard let hash = Secret(secret).map(SecretHash.init),
            let share = try FleetAccess(connection).share(of: hash, at: moment.wallClock)
        else {
            try services.authorizer.recordFailure(of: request, at: moment)
            throw Problem(
                .gone, code: "expired", detail: "the link has expired; fix: ask whoever sent it for a new one")
        }
        var inner = request
        inner.path = String(rest.dropFirst(secret.count))
        let (route, segments) =
            inner.path.isEmpty
            ? (Self.withoutSlash(secret), [])
            : try FleetRouter(routes(of: share, hash)).find(inner.path, fallback: common)
        let context = FleetContext(
            request: inner, segments: segments, moment: moment, admission: nil, database: connection)
        return try FleetRouter.run(route, context)
    }

    /// The links of the page are relative to the trailing slash.
    private static func withoutSlash(_ secret: String) -> FleetRoute {
        let there = [HTTPField("Location", "\(prefix)\(secret)/")]
        return FleetRoute("", for: .visitors, [.get: { _ in HTTPResponse(.seeOther, headers: there) }])
    }

    /// Returns the routes of a share: of its device, or of its team.
    func routes(of share: FleetShare, _ hash: SecretHash) -> [FleetRoute] {
        let own =
            share.isOfTeam
            ? [FleetRoute("/v1/devices", for: .visitors, [.get: devices(share)])]
            : [
                FleetRoute("/v1/report", for: .visitors, [.get: report(share)]),
                FleetRoute("/v1/track", for: .visitors, [.get: track(share)]),
            ]
        return own + [
            FleetRoute("/", for: .visitors, [.get: page(share)]),
            FleetRoute("/v1/map", for: .visitors, [.get: description(share)]),
            FleetRoute("/v1/events", for: .visitors, [.get: events(share, hash)]),
        ]
    }

    private func page(_ share: FleetShare) -> FleetRoute.Handler {
        { [services] context in
            _ = try context.queryParameters()
            return try services.pages.page(share.isOfTeam ? FleetPages.fleet : FleetPageRoutes.sharedDevice)
        }
    }

    private func devices(_ share: FleetShare) -> FleetRoute.Handler {
        { [self] context in
            _ = try context.queryParameters()
            return .json(FleetDeviceJSON.list(try visible(share, context), at: context.moment.wallClock) + [0x0A])
        }
    }

    private func report(_ share: FleetShare) -> FleetRoute.Handler {
        { [self] context in
            _ = try context.queryParameters()
            guard let device = try visible(share, context).first else { throw Problem.noDevice }
            return .json(ReportJSON.encode(device.report) + [0x0A])
        }
    }

    /// Returns the devices of a share, which take long to read if it has a delay.
    private func visible(_ share: FleetShare, _ context: FleetContext) throws -> [PublicDevice] {
        let slot = share.delay > .zero ? limiter.acquire() : nil
        guard share.delay == .zero || slot != nil else { throw Problem.busy }
        defer { slot?.release() }
        return try FleetShareView(share, at: context.moment.wallClock).devices(context.connection())
    }

    private func events(_ share: FleetShare, _ hash: SecretHash) -> FleetRoute.Handler {
        { [services] context in
            _ = try context.queryParameters()
            let feed = share.delay > .zero ? services.delayedFeed : services.feed
            return .events(feed.stream(.share(share), credential: .link(hash)))
        }
    }

    private func track(_ share: FleetShare) -> FleetRoute.Handler {
        { [services, limiter] context in
            let now = context.moment.wallClock
            let track = try TrackRequest(
                ofDevice: context, seenBy: PublicView(share, at: now), at: now, clock: .system)
            let reader = FleetReader(try context.connection(), as: FleetViewer(share))
            guard let device = try reader.devices(at: now).first else { throw Problem.noDevice }
            guard let slot = limiter.acquire() else { throw Problem.busy }
            return try services.workers.response(type: track.media.mediaType) { [connect = services.connect] output in
                defer { slot.release() }
                let history = SharedHistory(try connect(), of: device, as: share, at: now)
                try track.write(from: history, device: device.name.text) { try output.write($0) }
            }
        }
    }

    private func description(_ share: FleetShare) -> FleetRoute.Handler {
        { [services] context in
            _ = try context.queryParameters()
            return .json(
                services.pages.settings { json in
                    json.boolean("history", !share.isOfTeam)
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
