import Access
import Basics
public import HTTPServer
import Location
import Pages
import Web

/// Responds to every request: routing, authorization and content.
public final class API: Sendable {
    let feed: LiveFeed
    let shareFeeds: ShareFeeds
    private let access: AccessController
    private let clock: @Sendable () -> Moment
    private let authorizer: Authorizer
    let router: Router
    let shares: ShareRouter
    private let assets: AssetLibrary
    private let headers: SecurityHeaders
    private let signIn: SignInRoutes
    private let compressor = Compressor()
    private let log: RequestLog

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - daemon: the access to the daemon's data.
    ///   - access: the access controller.
    ///   - configuration: the server's addresses and the content of its pages.
    ///   - run: a few letters or digits that identify this run of the daemon.
    public init(daemon: DaemonAccess, access: AccessController, configuration: ServerConfiguration, run: String) {
        feed = daemon.feed
        self.access = access
        clock = daemon.clock
        authorizer = Authorizer(access: access, mode: configuration.access, hosts: HostRule(names: configuration.names))
        assets = AssetLibrary(configuration.templates)
        signIn = SignInRoutes(access: access, configuration: configuration)
        headers = SecurityHeaders(tileURLs: configuration.map.remoteTiles.map { [$0] } ?? [])
        log = RequestLog(clock: daemon.clock, write: daemon.log)
        let table = RouteTable(daemon: daemon, authorizer: authorizer, configuration: configuration, run: run, log: log)
        router = Router(table.routes)
        shares = table.shares
        shareFeeds = table.shares.feeds
    }

    /// Returns the response to a request.
    ///
    /// Runs on the server's thread and blocks for nothing but an occasional small file.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        var response = dispatch(request)
        compressor.compress(&response, for: request)
        headers.apply(to: &response)
        return response
    }

    /// Returns the response to a request that the server rejects before routing.
    public func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        var response = Problem(status, code: "refused", detail: detail).response
        headers.apply(to: &response)
        return response
    }

    /// Creates a sign-in link; nil if the server has no address.
    public func signInLink() -> String? { try? signIn.link().url }

    /// Removes expired sessions and shares, which closes their streams.
    func removeExpired() { _ = access.store }

    /// Returns the active share of an identifier.
    func activeShare(id: String) -> Share? {
        let now = clock().wallClock
        return access.store.shares.first { $0.id == id && $0.isActive(at: now) }
    }

    private func dispatch(_ request: HTTPRequest) -> HTTPResponse {
        do {
            return try handle(request, at: clock())
        } catch let problem as Problem {
            return errorResponse(to: request, problem)
        } catch let error as AccessError {
            return Problem(error).response
        } catch {
            log.report("\(error)", method: request.method, path: LoggedPath(request.path))
            return Problem(.internalServerError, code: "failed", detail: "internal error; see the journal").response
        }
    }

    private func handle(_ request: HTTPRequest, at moment: Moment) throws -> HTTPResponse {
        try authorizer.checkHost(of: request)
        if let response = try shares.respond(to: request, at: moment) { return response }
        let (route, segments) = try router.find(request.path)
        let admission = try authorizer.authorize(request, for: route)
        let context = RequestContext(request: request, segments: segments, admission: admission, moment: moment)
        var response = try Router.run(route, context)
        if let admission, admission.isRenewalDue, let session = admission.session, access.renew(session) {
            let cookie = SessionCookie.value(for: session, isSecure: request.isSecure)
            response.headers.append(HTTPField("Set-Cookie", cookie))
        }
        return response
    }

    /// Returns the page for a browser that shows it to a person, otherwise the problem document.
    private func errorResponse(to request: HTTPRequest, _ problem: Problem) -> HTTPResponse {
        let isPage = request.path == "/" || request.path == "/static" && request.isForPerson
        if isPage, problem.status == .unauthorized { return signInPage(problem) }
        return ErrorPage(problem, request)?.response ?? problem.response
    }

    private func signInPage(_ problem: Problem) -> HTTPResponse {
        guard let page = try? assets.asset(named: "sign-in.html") else { return problem.response }
        var response = HTTPResponse.page(page.bytes, status: problem.status)
        response.headers += problem.headers
        return response
    }
}
