import Access
import Basics
public import HTTPServer
import Pages
import Web

/// Responds to every request: routing, authorization and content.
public final class API: Sendable {
    let feed: LiveFeed
    let shareFeeds: ShareFeeds
    private let access: AccessController
    private let clock: @Sendable () -> Moment
    private let hosts: HostCheck
    private let authorizer: Authorizer
    let router: Router
    let shares: ShareRouter
    private let sessions: SessionRoutes
    private let responses: ServerResponses

    /// Creates the routes; `run` is a few letters or digits that identify this run of the daemon.
    public init(daemon: DaemonAccess, access: AccessController, configuration: ServerConfiguration, run: String) {
        feed = daemon.feed
        self.access = access
        clock = daemon.clock
        hosts = HostCheck(names: configuration.names)
        authorizer = Authorizer(access: access, mode: configuration.access)
        let assets = AssetLibrary(configuration.templates)
        sessions = SessionRoutes(access: access, configuration: configuration, assets: assets)
        let log = RequestLog(clock: daemon.clock, write: daemon.log)
        responses = ServerResponses(
            tiles: configuration.map.remoteTiles, pages: .daemon(assets), log: log
        ) { ($0 as? AccessError).map { Problem($0) } }
        let table = RouteTable(daemon: daemon, authorizer: authorizer, configuration: configuration, run: run, log: log)
        router = Router(table.routes)
        shares = table.shares
        shareFeeds = table.shares.feeds
    }

    /// Returns the response to a request.
    ///
    /// Runs on the server's thread and blocks for nothing but an occasional small file.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        responses.respond(to: request) { try handle(request, at: clock()) }
    }

    /// Returns the response to a request that the server rejects before routing.
    public func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        responses.refusal(status, detail: detail)
    }

    /// Creates a sign-in link; nil if the server has no address.
    public func signInLink() -> String? { try? sessions.link().url }

    /// Removes expired sessions and shares, which closes their streams.
    func removeExpired() { _ = access.store }

    func activeShare(id: String) -> Share? {
        let now = clock().wallClock
        return access.store.shares.first { $0.id == id && $0.isActive(at: now) }
    }

    private func handle(_ request: HTTPRequest, at moment: Moment) throws -> HTTPResponse {
        try hosts.check(request)
        if let response = try shares.respond(to: request, at: moment) { return response }
        let (route, segments) = try router.find(request.path)
        let admission = try authorizer.authorize(request, for: route)
        let context = RequestContext(request: request, segments: segments, admission: admission, moment: moment)
        var response = try Router.run(route, context)
        if admission != nil, case .stream(let stream) = response.body, !(stream is EventStream) {
            let authorization = StreamAuthorization(
                authorizer: authorizer, request: request, audience: route.audience(of: request.method))
            response.body = .stream(LeasedStream(stream) { authorization.isValid })
        }
        if let admission, admission.isRenewalDue, let session = admission.session, access.renew(session) {
            response.setCookie(SessionCookie.daemon.value(for: session, isSecure: context.isSecure))
        }
        return response
    }
}
