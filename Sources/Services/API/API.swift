import Access
import Basics
public import HTTPServer
import Location
import Pages
import Systemd

/// Answers every request: who asks, what for, and in which form.
public final class API: Sendable {
    let feed: LiveFeed
    let shareFeeds: ShareFeeds
    private let keeper: AccessController
    private let clock: @Sendable () -> Moment
    private let entrance: Authorizer
    let router: Router
    let shares: ShareRouter
    private let assets: AssetLibrary
    private let headers: SecurityHeaders
    private let signIn: SignInRoutes
    private let packer = Compressor()

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - machine: what can be asked.
    ///   - keeper: who may ask.
    ///   - site: how the server is reached, and what its pages show.
    ///   - run: tells this run of the daemon from others: a few letters or digits.
    public init(daemon: DaemonAccess, access: AccessController, configuration: ServerConfiguration, run: String) {
        feed = daemon.feed
        self.keeper = access
        clock = daemon.clock
        entrance = Authorizer(access: access, mode: configuration.access, hosts: HostRule(names: configuration.names))
        assets = AssetLibrary(configuration.templates)
        signIn = SignInRoutes(keeper: access, site: configuration)
        headers = SecurityHeaders(tiles: configuration.map.origin.map { [$0] } ?? [])
        let parts = RouteTable(daemon: daemon, authorizer: entrance, configuration: configuration, run: run)
        router = Router(parts.routes)
        shares = parts.shares
        shareFeeds = parts.shares.feeds
    }

    /// The answer to a request.
    ///
    /// Called on the server's thread, it waits for nothing but a small file now and then.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        var response = dispatch(request)
        packer.compress(&response, for: request)
        headers.apply(to: &response)
        return response
    }

    /// What the server refuses by itself, in the words of the API.
    public func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        var response = Problem(status, code: "refused", detail: detail).response
        headers.apply(to: &response)
        return response
    }

    /// A link that lets a browser in, once and soon; nil where there is nothing to lead to.
    public func signInLink() -> String? { try? signIn.link().url }

    /// Forgets sessions and shares that have ended, so that who follows by them is cut off.
    func removeExpired() { _ = keeper.store }

    /// The share of an identifier, where it may still be looked at.
    func activeShare(id: String) -> Share? {
        let now = clock().wallClock
        return keeper.store.shares.first { $0.id == id && $0.isActive(at: now) }
    }

    private func dispatch(_ request: HTTPRequest) -> HTTPResponse {
        do {
            return try handle(request, at: clock())
        } catch let problem as Problem {
            return isPage(request, problem) ? signInPage(problem) : problem.response
        } catch let error as AccessError {
            return Problem(error).response
        } catch {
            Log.write(.warning, "\(request.method.rawValue) \(PrintableText.sanitized(request.path)): \(error)")
            return Problem(.internalServerError, code: "failed", detail: "it failed here, the journal says why").response
        }
    }

    private func handle(_ request: HTTPRequest, at moment: Moment) throws -> HTTPResponse {
        try entrance.checkHost(of: request)
        if let response = try shares.respond(to: request, at: moment) { return response }
        let (route, segments) = try router.find(request.path)
        let admission = try entrance.authorize(request, for: route)
        let call = RequestContext(request: request, segments: segments, admission: admission, moment: moment)
        var response = try Router.run(route, call)
        if let admission, admission.isRenewalDue, let session = admission.session, keeper.renew(session) {
            response.headers.append(HTTPField("Set-Cookie", SessionCookie.value(for: session)))
        }
        return response
    }

    /// Whether a person who has no way in waits for a page: by the address alone, or by a link that is spent.
    private func isPage(_ request: HTTPRequest, _ problem: Problem) -> Bool {
        switch request.path {
        case "/": problem.status == .unauthorized
        case "/sign-in": problem.code == "used" && request.header("Accept")?.contains("text/html") ?? false
        default: false
        }
    }

    private func signInPage(_ problem: Problem) -> HTTPResponse {
        guard let page = try? assets.asset(named: "sign-in.html") else { return problem.response }
        var response = HTTPResponse.page(page.bytes, status: problem.status)
        response.headers += problem.headers
        return response
    }
}
