import Access
public import Basics
import FleetStore
public import HTTPServer
public import Linux
public import PostgreSQL
public import Systemd
import Web

/// Responds to every request to a fleet's server: routing, authorization and content.
public final class FleetAPI: Sendable {
    private let clock: @Sendable () -> Moment
    private let hosts: HostRule
    private let authorizer: FleetAuthorizer
    let router: FleetRouter
    let shares: FleetShareRouter
    private let feed: FleetFeed
    private let delayedFeed: FleetFeed
    private let pool: DatabasePool
    private let pages: FleetPageRoutes
    private let headers: SecurityHeaders
    private let compressor = Compressor()
    private let log: RequestLog

    /// Creates the routes and starts the threads.
    ///
    /// - Parameters:
    ///   - configuration: the server's addresses and the content of its pages.
    ///   - connect: opens a connection as the role of the service; called by several threads.
    ///   - metrics: returns further metrics of the program, in the format of Prometheus.
    ///   - clock: the clock.
    ///   - write: writes a warning to the journal.
    /// - Throws: `SystemError` if no file descriptor or thread is left.
    public init(
        _ configuration: FleetServerConfiguration,
        connect: @escaping @Sendable () throws(PostgresError) -> PostgresConnection,
        metrics: @escaping @Sendable () -> String = { "" },
        clock: @escaping @Sendable () -> Moment = { SystemClock.now() },
        log write: @escaping @Sendable (String) -> Void = { Log.write(.warning, $0) }
    ) throws(SystemError) {
        self.clock = clock
        hosts = HostRule(names: configuration.names)
        headers = SecurityHeaders(tileURLs: configuration.tiles.map { [$0] } ?? [])
        log = RequestLog(clock: clock, write: write)
        let health = DatabaseHealth(write: write)
        let session: @Sendable () -> DatabaseSession = { DatabaseSession(connect: connect, health: health) }
        authorizer = FleetAuthorizer(proxyHeader: configuration.proxyHeader)
        feed = try FleetFeed(authorizer: authorizer, clock: clock, log: log, session: session)
        delayedFeed = try FleetFeed(authorizer: authorizer, clock: clock, log: log, session: session)
        pool = try DatabasePool(threads: configuration.connections, session: session)
        pages = FleetPageRoutes(configuration)
        let services = FleetServices(
            authorizer: authorizer, feed: feed, delayedFeed: delayedFeed, pages: pages,
            workers: WorkerPool(log: log), connect: connect, health: health)
        let table = FleetRouteTable(configuration, services: services, metrics: metrics)
        router = table.router
        shares = table.shares
    }

    /// Ends the streams and the threads; later requests get 503.
    public func stop() {
        feed.stop()
        delayedFeed.stop()
        pool.close()
    }

    /// Returns the response to a request, which is deferred if it needs the database.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isFromProxy: true for requests on the Unix socket of the reverse proxy, whose header is believed.
    /// - Returns: the response.
    public func respond(to request: HTTPRequest, isFromProxy: Bool = false) -> HTTPResponse {
        let moment = clock()
        let request = isFromProxy ? request : authorizer.withoutProxyHeader(request)
        do {
            if case .network = request.origin { try checkHost(of: request) }
            if FleetShareRouter.isShare(request.path) {
                return try deferred(request) { [shares] session in
                    try session.run(repeats: true) { try shares.respond(to: request, at: moment, $0) }
                }
            }
            let (route, segments) = try router.find(request.path)
            guard route.audience(of: request.method) != .anyone else {
                let context = FleetContext(
                    request: request, segments: segments, moment: moment, admission: nil, database: nil)
                return finished(try FleetRouter.run(route, context), for: request)
            }
            return try deferred(request) { [authorizer] session in
                try session.run(repeats: !request.method.isChange) { connection in
                    try authorizer.run(route, segments: segments, for: request, at: moment, connection)
                }
            }
        } catch {
            return finished(failure(error, of: request), for: request)
        }
    }

    /// Returns the response to a request that the server rejects before routing.
    public func errorResponse(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        var response = Problem(status, code: "refused", detail: detail).response
        headers.apply(to: &response)
        return response
    }

    /// Returns the response that a thread with a connection to the database makes.
    private func deferred(
        _ request: HTTPRequest, _ work: @escaping @Sendable (DatabaseSession) throws -> HTTPResponse
    ) throws(Problem) -> HTTPResponse {
        let deferred = DeferredResponse()
        let isAccepted = pool.enqueue { [self] session in
            let response: HTTPResponse
            do { response = try work(session) } catch { response = failure(error, of: request) }
            deferred.send(finished(response, for: request))
        }
        guard isAccepted else { throw .busy }
        return HTTPResponse(body: .deferred(deferred))
    }

    private func finished(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        var response = response
        compressor.compress(&response, for: request)
        headers.apply(to: &response)
        return response
    }

    private func checkHost(of request: HTTPRequest) throws(Problem) {
        guard hosts.allows(request.header("Host")) else {
            throw Problem(
                .misdirectedRequest, code: "unknown-host",
                detail: "unknown host name; fix: add it to names in [http]")
        }
    }

    /// Returns the response to a request that failed; the journal has the reason of what is not the client's fault.
    private func failure(_ error: any Error, of request: HTTPRequest) -> HTTPResponse {
        switch error {
        case let problem as Problem: return pages.errorPage(problem, request) ?? problem.response
        case let error as AdministrationError: return Problem(error).response
        case let error as PostgresError where error.isConnectionLost: return Problem.databaseAway.response
        default:
            log.report("\(error)", method: request.method, path: LoggedPath(request.path))
            return Problem(.internalServerError, code: "failed", detail: "internal error; see the journal").response
        }
    }
}
